// What the components of ui/kit/steps.py have in common; it stands before the code of each.
// Nodes hold text as text: nothing here, nor in the components, reads text as markup.

let newest = 0; // presses of this visit
let unheard = null; // the last of them, and what it chose, until a run of the script has heard it
let drawnLast = null;

function node(tag, text = "", attributes = {}) {
    const made = document.createElement(tag);
    made.textContent = text;
    Object.entries(attributes).forEach(([name, value]) => made.setAttribute(name, value));
    return made;
}

function named(tag, name, text = "") {
    return node(tag, text, { class: name });
}

// Something of many is chosen by a click on it; a component draws them in update(), and says in what() which one it is.
class Choosing {
    constructor(attributes, choices = "button") {
        this.element = node("div", "", attributes);
        this.choices = choices;
        this.sending = new Sending(() => this.setStateValue("chosen", unheard));
        onPress(this.element, (target) => target.closest(choices), (choice) => this.choose(choice));
        this.element.addEventListener("keydown", (event) => this.pressed(event));
        drawnLast = this;
    }

    choose(choice) {
        newest += 1;
        unheard = [newest, ...this.what(choice)];
        drawnLast.sending.begin();
    }

    // What a run of the script says: the number of the last press that it has heard.
    hear(heard) {
        newest = Math.max(newest, heard);
        if (unheard && unheard[0] <= heard) unheard = null;
        if (unheard) this.sending.sendLater();
        else this.sending.end();
    }

    what(choice) {
        return [Number(choice.dataset.number)];
    }

    pressed() {}

    remove() {
        this.sending.end();
        this.element.remove();
        if (drawnLast === this) setTimeout(() => drawnLast === this && (unheard = null), LINGER_MS);
    }
}

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

// A table of squares: Tab leads to one of them, arrows from there to the others, over a place without a square.
class Squares extends Choosing {
    what({ dataset: { row, column } }) {
        return [Number(row), Number(column)];
    }

    at(row, column) {
        return this.element.querySelector(`button[data-row="${row}"][data-column="${column}"]`);
    }

    pressed(event) {
        const button = event.target.closest("button");
        const [down, right] = ARROWS[event.key] ?? [];
        if (!button || down === undefined) return;
        event.preventDefault();
        const [row, column] = this.what(button);
        const next = this.at(row + down, column + right) ?? this.at(row + 2 * down, column + 2 * right);
        next?.focus();
    }
}

function tableOf(head, body, attributes) {
    const made = node("table", "", attributes);
    const [top, rest] = [node("thead"), node("tbody")];
    top.append(head);
    rest.append(...body);
    made.append(top, rest);
    return made;
}

// As in ui/kit/steps.js: Streamlit ends a call that a newer one has overtaken, too.
function mounted(make) {
    const drawn = new WeakMap();
    return ({ data, parentElement, setStateValue }) => {
        const known = drawn.get(parentElement);
        const shown = known ?? make();
        if (!known) {
            drawn.set(parentElement, shown);
            parentElement.append(shown.element);
        }
        shown.setStateValue = setStateValue;
        const { heard, ...others } = data;
        shown.update(others);
        if (heard !== undefined) shown.hear(heard);
        const call = (shown.call = {});
        return () => {
            if (shown.call !== call) return;
            drawn.delete(parentElement);
            shown.remove();
        };
    };
}
