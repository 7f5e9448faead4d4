// Draws the rows that ui/segments/passage.py's draw() has. Nodes hold text as text: nothing here reads text as markup.

let newest = 0; // presses of this visit

function node(tag, name, text = "") {
    const made = document.createElement(tag);
    made.className = name;
    made.textContent = text;
    return made;
}

function headOf([name, color]) {
    const head = node("span", color ? "head system" : "head", name);
    if (color) head.style.setProperty("--system", color);
    return head;
}

function numberOf({ number, goes }, isHere) {
    const made = node(goes && !isHere ? "button" : "span", "number", number.toLocaleString("en"));
    if (made.tagName === "BUTTON") {
        made.type = "button";
        made.dataset.number = number;
        made.ariaLabel = `Go to segment ${number}`;
    } else if (!isHere) made.title = "Not among the segments listed";
    return made;
}

function rowOf(row, here) {
    const made = node("div", "row");
    const isHere = row.number === here;
    made.setAttribute("aria-current", isHere);
    made.append(numberOf(row, isHere));
    for (const text of row.texts) {
        const cell = node("span", text ? "text" : "text empty", text || "(empty)");
        cell.title = text;
        cell.dir = "auto";
        made.append(cell);
    }
    return made;
}

class Passage {
    constructor() {
        this.element = node("div", "passage");
        this.element.setAttribute("role", "group");
        this.element.ariaLabel = "The segments around it in its document";
        this.element.addEventListener("click", (event) => this.choose(event.target.closest("button")));
    }

    choose(button) {
        if (!button) return;
        newest += 1;
        this.setStateValue("chosen", [newest, Number(button.dataset.number)]);
    }

    update({ rows, heads, here }, setStateValue) {
        this.setStateValue = setStateValue;
        this.element.style.setProperty("--texts", heads.length);
        const head = node("div", "row heads");
        head.append(node("span", "number"), ...heads.map(headOf));
        this.element.replaceChildren(head, ...rows.map((row) => rowOf(row, here)));
    }
}

const drawn = new WeakMap();

// As in ui/kit/steps.js: Streamlit ends a call that a newer one has overtaken, too.
export default function ({ data, parentElement, setStateValue }) {
    const known = drawn.get(parentElement);
    const passage = known ?? new Passage();
    if (!known) {
        drawn.set(parentElement, passage);
        parentElement.append(passage.element);
    }
    passage.update(data, setStateValue);
    const call = (passage.call = {});
    return () => {
        if (passage.call !== call) return;
        drawn.delete(parentElement);
        passage.element.remove();
    };
}
