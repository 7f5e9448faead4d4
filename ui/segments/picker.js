// Draws the rows that ui/segments/picker.py's draw() has.

function textOf({ parts, whose }) {
    const text = named("span", "text");
    if (whose) text.append(named("small", "", `${whose}: `));
    parts.forEach((part, place) => text.append(place % 2 ? named("mark", "", part) : part));
    if (!parts.join("")) text.append(named("small", "", "(empty)"));
    return text;
}

function rowOf(row, colors) {
    const button = named("button", "row");
    button.type = "button";
    button.tabIndex = -1;
    button.dataset.number = row.number;
    const scores = named("span", "scores");
    row.scores.forEach((score, place) => {
        const shown = named("span", "", score);
        shown.style.setProperty("--system", colors[place]);
        scores.append(shown);
    });
    button.append(named("span", "number", row.number.toLocaleString("en")), textOf(row), scores);
    return button;
}

class List extends Choosing {
    constructor() {
        super({ class: "list" }, ".row");
        this.ending = new AbortController();
        document.addEventListener("bleuscope:segment", () => this.told(), { signal: this.ending.signal });
    }

    pressed(event) {
        const row = event.target.closest(this.choices);
        const next = { ArrowDown: row?.nextElementSibling, ArrowUp: row?.previousElementSibling }[event.key];
        if (!next) return;
        event.preventDefault();
        next.focus();
        this.choose(next);
    }

    update(data) {
        const said = JSON.stringify(data);
        if (said === this.said) return;
        this.said = said;
        this.element.replaceChildren(...data.rows.map((row) => rowOf(row, data.colors)));
        this.mark();
    }

    told() {
        this.mark();
        this.hear(Number(document.documentElement.dataset.segmentHeard));
    }

    // The chosen row is scrolled into the list's middle unless all of it is in sight; the page itself stays where it is.
    mark() {
        this.marked?.removeAttribute("aria-current");
        if (this.marked) this.marked.tabIndex = -1;
        const chosen = document.documentElement.dataset.segment;
        this.marked = this.element.querySelector(`.row[data-number="${CSS.escape(chosen)}"]`);
        if (!this.marked) return;
        this.marked.setAttribute("aria-current", true);
        this.marked.tabIndex = 0;
        const [inner, outer] = [this.marked, this.element].map((element) => element.getBoundingClientRect());
        if (inner.top < outer.top || inner.bottom > outer.bottom)
            this.element.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
    }

    remove() {
        this.ending.abort();
        super.remove();
    }
}

export default mounted(() => new List());
