// Draws what ui/kit/steps.py's draw() says, and sends presses of its buttons and keys until the server has heard them.

const MOVES = {
    first: () => 0,
    back: (place) => Math.max(place - 1, 0),
    on: (place, length) => Math.min(place + 1, length - 1),
    last: (_, length) => length - 1,
};
const REST_PX = 24; // so little of a page is not worth a step of its own

let newest = 0; // press of the whole visit, so that no number is given twice
const known = new Map(); // the name of some buttons -> their steps, wherever they are drawn

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

// A choice that was clicked, also from a list, would take the keys to itself, like one that somebody has come to by keys.
// So would a slider that was dragged, but only on slides do its keys lead elsewhere.
function leaveChoice(event) {
    const taking = [event.target.closest?.("[role=option]") ? "[role=combobox]" : "[type=radio]"];
    if (document.querySelector(".st-key-presenting")) taking.push("[type=range]", "[role=slider]");
    const leave = () => document.activeElement?.matches(taking) && document.activeElement.blur();
    if (event.detail) setTimeout(leave);
}

// What the buttons of one name lead to, in however many places they are drawn: Streamlit may draw them anew before it
// takes the old ones away, or after that.
class Steps {
    constructor(name) {
        this.name = name;
        this.waiting = []; // presses, each a number and a move, that no run of the script has heard
        this.drawn = new Set();
        this.sending = new Sending(() => this.setStateValue("presses", [...this.waiting]));
    }

    // What a run of the script says: presses that it has not heard are sent again.
    update(data, setStateValue) {
        Object.assign(this, { data, setStateValue, path: location.pathname });
        newest = Math.max(newest, data.heard);
        this.waiting = this.waiting.filter(([number]) => number > data.heard);
        if (this.waiting.length) this.sending.sendLater();
        else this.sending.end();
        this.show();
    }

    // Also where it seems to lead nowhere: a run under way may have led elsewhere, from where it does.
    take(move) {
        newest += 1;
        this.waiting.push([newest, move]);
        if (this.drawn.size) this.sending.begin();
        this.show();
    }

    leads(move) {
        const { place, length } = this.data;
        const reached = this.waiting.reduce((at, [, each]) => MOVES[each](at, length), place);
        return MOVES[move](reached, length) !== reached;
    }

    show() {
        for (const buttons of this.drawn) buttons.show();
    }

    pressed(event) {
        const isItsKey = ({ key, also }) => [key, ...also].some((each) => isShortcut(event, each));
        const step = this.isThere() && this.data.steps.find(isItsKey);
        if (!step) return false;
        if (this.leads(step.move) || event.key.startsWith("Page")) event.preventDefault();
        if (!hasScrolled(event)) this.take(step.move);
        return true;
    }

    // Its keys count also while its buttons are on their way from one place of the page to another.
    isThere() {
        return this.drawn.size > 0 || (!this.isGone && this.path === location.pathname);
    }

    arrive(buttons) {
        clearTimeout(this.going);
        this.isGone = false;
        this.drawn.add(buttons);
        if (this.waiting.length) this.sending.begin();
    }

    leave(buttons) {
        this.drawn.delete(buttons);
        if (this.drawn.size) return;
        this.sending.end();
        this.seen = newest;
        this.go();
    }

    // Presses since then lead nowhere once the buttons do not come back.
    go() {
        this.going = setTimeout(() => {
            if (isRunning()) return this.go();
            this.isGone = true;
            this.waiting = this.waiting.filter(([number]) => number <= this.seen);
        }, LINGER_MS);
    }
}

function stepsOf(name) {
    if (!known.has(name)) known.set(name, new Steps(name));
    return known.get(name);
}

document.addEventListener("keydown", (event) => {
    const drawnFirst = [...known.values()].sort((a, b) => b.drawn.size - a.drawn.size);
    drawnFirst.find((steps) => steps.pressed(event));
});
document.addEventListener("click", leaveChoice, { capture: true });

class Buttons {
    constructor(steps, { quiet }) {
        this.steps = steps;
        this.element = node("div", "", { class: quiet ? "steps quiet" : "steps" });
        this.buttons = steps.data.steps.map((step) => this.button(step));
        this.element.append(...this.buttons);
    }

    button(step) {
        const button = node("button", step.label, { type: "button", name: step.name, "data-move": step.move });
        if (step.key) button.setAttribute("aria-keyshortcuts", [step.key, ...step.also].join(" "));
        if (step.shown) button.append(node("kbd", step.shown, { "aria-hidden": "true" }));
        onPress(button, () => button, () => this.steps.take(step.move));
        return Object.assign(button, { step, ariaLabel: step.label });
    }

    show() {
        for (const button of this.buttons) button.setAttribute("aria-disabled", !this.steps.leads(button.step.move));
    }

    remove() {
        this.steps.leave(this);
        this.element.remove();
    }
}

const drawn = new WeakMap();

// Streamlit calls this whenever data are new, with the same parent. It ends a call that a newer one has overtaken, too:
// only the end of the newest is the buttons' own.
export default function ({ data, parentElement, setStateValue }) {
    const steps = stepsOf(data.name);
    steps.update(data, setStateValue);
    const buttons = drawn.get(parentElement) ?? new Buttons(steps, data);
    if (!drawn.has(parentElement)) {
        drawn.set(parentElement, buttons);
        parentElement.append(buttons.element);
        steps.arrive(buttons);
    }
    buttons.show();
    const call = (buttons.call = {});
    return () => {
        if (buttons.call !== call) return;
        drawn.delete(parentElement);
        buttons.remove();
    };
}
