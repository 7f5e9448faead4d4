// Draws what ui/kit/steps.py's draw() says, and sends presses of its buttons and keys until the server has heard them.

const MOVES = {
    first: () => 0,
    back: (place) => Math.max(place - 1, 0),
    on: (place, length) => Math.min(place + 1, length - 1),
    last: (_, length) => length - 1,
};
const AGAIN_MS = 1000; // after a run that has not heard of all presses; most often the next one is on its way
const REST_PX = 24; // so little of a page is not worth a step of its own

// Of the whole visit, so that no number is given twice and nothing is forgotten when the buttons are drawn elsewhere.
let newest = 0;
const unheard = new Map(); // the name of some buttons -> presses, each a number and a move

function node(tag, text, attributes) {
    const made = document.createElement(tag);
    made.textContent = text;
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    return made;
}

// A key of a keyboard without Latin letters counts as the Latin letter in its place.
function keyOf(event) {
    const isLatin = event.key.length > 1 || event.key <= "~";
    return isLatin ? event.key : event.code.replace("Key", "");
}

function isShortcut(event, key) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return false;
    if (event.composedPath().some((element) => element.matches?.(TYPED_INTO))) return false;
    const pressed = keyOf(event);
    return (pressed.length === 1 ? pressed.toLowerCase() : pressed) === key;
}

// A key for whole pages first shows what of this one lies beyond the window, where anything does.
function hasScrolled({ key }) {
    const ahead = { PageDown: 1, PageUp: -1 }[key];
    const main = document.querySelector("[data-testid=stMain]");
    if (!ahead || !main) return false;
    const { scrollTop, scrollHeight, clientHeight } = main;
    if ((ahead > 0 ? scrollHeight - clientHeight - scrollTop : scrollTop) < REST_PX) return false;
    main.scrollBy(0, ahead * 0.8 * clientHeight);
    return true;
}

// A choice that was clicked would take the keys to itself, like one that somebody has come to by keys.
function leaveChoice(event) {
    const leave = () => document.activeElement?.type === "radio" && document.activeElement.blur();
    if (event.detail) setTimeout(leave);
}

class Buttons {
    constructor({ steps, quiet }) {
        this.element = node("div", "", { class: quiet ? "steps quiet" : "steps" });
        this.buttons = steps.map((step) => this.button(step));
        this.element.append(...this.buttons);
        this.ending = new AbortController();
        document.addEventListener("keydown", (event) => this.pressed(event), { signal: this.ending.signal });
        document.addEventListener("click", leaveChoice, { signal: this.ending.signal, capture: true });
    }

    button(step) {
        const button = node("button", step.label, { type: "button", name: step.name });
        if (step.key) button.setAttribute("aria-keyshortcuts", [step.key, ...step.also].join(" "));
        if (step.shown) button.append(node("kbd", step.shown, { "aria-hidden": "true" }));
        button.addEventListener("click", () => this.take(step.move));
        return Object.assign(button, { step, ariaLabel: step.label });
    }

    pressed(event) {
        const button = this.buttons.find(({ step }) => [step.key, ...step.also].some((key) => isShortcut(event, key)));
        if (!button || (button.disabled && !event.key.startsWith("Page"))) return;
        event.preventDefault();
        if (!hasScrolled(event) && !button.disabled) this.take(button.step.move);
    }

    take(move) {
        newest += 1;
        this.waiting.push([newest, move]);
        this.send();
        this.show();
    }

    // Streamlit sends the value with every message from now on, so that a later one brings what an earlier one brought.
    send() {
        clearTimeout(this.again);
        this.setStateValue("presses", [...this.waiting]);
    }

    // What a run of the script says that has not heard of all presses: those that it has not heard of come on top.
    update(data, setStateValue) {
        Object.assign(this, { data, setStateValue });
        newest = Math.max(newest, data.heard);
        this.waiting = (unheard.get(data.name) ?? []).filter(([number]) => number > data.heard);
        unheard.set(data.name, this.waiting);
        clearTimeout(this.again);
        if (this.waiting.length) this.again = setTimeout(() => this.send(), AGAIN_MS);
        this.show();
    }

    show() {
        const { place, length } = this.data;
        const reached = this.waiting.reduce((at, [, move]) => MOVES[move](at, length), place);
        for (const button of this.buttons) button.disabled = MOVES[button.step.move](reached, length) === reached;
    }

    remove() {
        clearTimeout(this.again);
        this.ending.abort();
        this.element.remove();
    }
}

const drawn = new WeakMap();

// Streamlit calls this whenever data are new, with the same parent. It ends a call that a newer one has overtaken, too:
// only the end of the newest is the buttons' own.
export default function ({ data, parentElement, setStateValue }) {
    const known = drawn.get(parentElement);
    const buttons = known ?? new Buttons(data);
    buttons.update(data, setStateValue);
    if (!known) {
        drawn.set(parentElement, buttons);
        parentElement.append(buttons.element);
        if (buttons.waiting.length) buttons.send();
    }
    const call = (buttons.call = {});
    return () => {
        if (buttons.call !== call) return;
        drawn.delete(parentElement);
        buttons.remove();
    };
}
