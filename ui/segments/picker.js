// Draws the rows that ui/segments/picker.py's draw() has. Nodes hold text as text: nothing here reads text as markup.

let newest = 0; // presses of this visit

function node(tag, name, text = "") {
    const made = document.createElement(tag);
    made.className = name;
    made.textContent = text;
    return made;
}

function textOf({ parts, whose }) {
    const text = node("span", "text");
    if (whose) text.append(node("small", "", `${whose}: `));
    parts.forEach((part, place) => text.append(place % 2 ? node("mark", "", part) : part));
    if (!parts.join("")) text.append(node("small", "", "(empty)"));
    return text;
}

function rowOf(row, colors) {
    const button = node("button", "row");
    button.type = "button";
    button.dataset.number = row.number;
    const scores = node("span", "scores");
    row.scores.forEach((score, place) => {
        const shown = node("span", "", score);
        shown.style.setProperty("--system", colors[place]);
        scores.append(shown);
    });
    button.append(node("span", "number", row.number.toLocaleString("en")), textOf(row), scores);
    return button;
}

class List {
    constructor() {
        this.element = node("div", "list");
        this.element.addEventListener("click", (event) => this.choose(event.target.closest(".row")));
        this.element.addEventListener("keydown", (event) => this.pressed(event));
        this.ending = new AbortController();
        document.addEventListener("bleuscope:segment", () => this.mark(), { signal: this.ending.signal });
    }

    choose(row) {
        if (!row) return;
        newest += 1;
        this.setStateValue("chosen", [newest, Number(row.dataset.number)]);
    }

    pressed(event) {
        const row = event.target.closest(".row");
        const next = { ArrowDown: row?.nextElementSibling, ArrowUp: row?.previousElementSibling }[event.key];
        if (!next) return;
        event.preventDefault();
        next.focus();
        this.choose(next);
    }

    update(data, setStateValue) {
        this.setStateValue = setStateValue;
        const said = JSON.stringify(data);
        if (said === this.said) return;
        this.said = said;
        this.element.replaceChildren(...data.rows.map((row) => rowOf(row, data.colors)));
        this.mark();
    }

    // The chosen row is scrolled into the list's middle unless all of it is in sight; the page itself stays where it is.
    mark() {
        const chosen = document.documentElement.dataset.segment;
        for (const row of this.element.children) {
            const isChosen = row.dataset.number === chosen;
            row.setAttribute("aria-current", isChosen);
            row.tabIndex = isChosen ? 0 : -1;
            if (!isChosen) continue;
            const [inner, outer] = [row, this.element].map((element) => element.getBoundingClientRect());
            if (inner.top < outer.top || inner.bottom > outer.bottom)
                this.element.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
        }
    }

    remove() {
        this.ending.abort();
        this.element.remove();
    }
}

const drawn = new WeakMap();

// As in ui/kit/steps.js: Streamlit ends a call that a newer one has overtaken, too.
export default function ({ data, parentElement, setStateValue }) {
    const known = drawn.get(parentElement);
    const list = known ?? new List();
    if (!known) {
        drawn.set(parentElement, list);
        parentElement.append(list.element);
    }
    list.update(data, setStateValue);
    const call = (list.call = {});
    return () => {
        if (list.call !== call) return;
        drawn.delete(parentElement);
        list.remove();
    };
}
