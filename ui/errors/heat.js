// Draws the table that ui/errors/tables.py's cells() has. Nodes hold text as text: nothing here reads text as markup.

const FEW = 5; // systems: the names of columns stand upright

let newest = 0; // presses of this visit

function node(tag, text = "", attributes = {}) {
    const made = document.createElement(tag);
    made.textContent = text;
    Object.entries(attributes).forEach(([name, value]) => made.setAttribute(name, value));
    return made;
}

function systemHead({ name, color }) {
    const cell = node("th", "", { scope: "col", title: name });
    const label = node("span", name, { dir: "auto" });
    const dot = node("i");
    dot.style.background = color;
    label.prepend(dot);
    cell.append(label);
    return cell;
}

function kindHead({ kind, of }) {
    const cell = node("th", "", { scope: "row", title: of ? `${of}/${kind}` : kind });
    cell.append(node("span", kind, { dir: "auto" }));
    if (of) cell.append(node("small", of, { dir: "auto" }));
    return cell;
}

function square({ text, share, mark, about }, row, column) {
    const cell = node("td");
    const button = node("button", text, { type: "button", "data-tip": about, "aria-label": about, tabindex: -1 });
    button.append(node("span", mark));
    button.style.setProperty("--share", share);
    Object.assign(button.dataset, { row, column });
    cell.append(button);
    return cell;
}

// Where there is room for what pointing says: below in the upper half, to the left in the right half.
function sides(row, column, { rows, systems }) {
    return `${row >= rows.length / 2 ? "up" : "down"} ${column >= systems.length / 2 ? "left" : "right"}`;
}

function table(data) {
    const { systems, rows } = data;
    const made = node("table", "", { class: systems.length > FEW ? "" : "few" });
    made.style.setProperty("--n", systems.length);
    const first = node("tr");
    first.append(node("td"), ...systems.map(systemHead));
    const body = rows.map((found, row) => {
        const line = node("tr", "", { class: row ? "" : "all" });
        const squares = found.cells.map((cell, column) => square(cell, row, column));
        squares.forEach((cell, column) => cell.setAttribute("class", sides(row, column, data)));
        line.append(kindHead(found), ...squares);
        return line;
    });
    const top = node("thead");
    top.append(first);
    const rest = node("tbody");
    rest.append(...body);
    made.append(top, rest);
    return made;
}

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

class Heat {
    constructor() {
        this.element = node("div", "", { class: "heat" });
        this.element.addEventListener("click", (event) => this.choose(event.target.closest("button")));
        this.element.addEventListener("keydown", (event) => this.pressed(event));
    }

    choose(button) {
        if (!button) return;
        newest += 1;
        this.setStateValue("chosen", [newest, Number(button.dataset.row), Number(button.dataset.column)]);
    }

    // Tab leads to the first square, arrows from there to all others.
    pressed(event) {
        const button = event.target.closest("button");
        const [down, right] = ARROWS[event.key] ?? [];
        if (!button || down === undefined) return;
        event.preventDefault();
        const [row, column] = [Number(button.dataset.row) + down, Number(button.dataset.column) + right];
        this.element.querySelector(`button[data-row="${row}"][data-column="${column}"]`)?.focus();
    }

    update(data, setStateValue) {
        this.setStateValue = setStateValue;
        const said = JSON.stringify(data);
        if (said === this.said) return;
        this.said = said;
        this.element.replaceChildren(table(data));
        this.element.querySelector("button")?.setAttribute("tabindex", 0);
    }
}

const drawn = new WeakMap();

// As in ui/kit/steps.js: Streamlit ends a call that a newer one has overtaken, too.
export default function ({ data, parentElement, setStateValue }) {
    const known = drawn.get(parentElement);
    const heat = known ?? new Heat();
    if (!known) {
        drawn.set(parentElement, heat);
        parentElement.append(heat.element);
    }
    heat.update(data, setStateValue);
    const call = (heat.call = {});
    return () => {
        if (heat.call !== call) return;
        drawn.delete(parentElement);
        heat.element.remove();
    };
}
