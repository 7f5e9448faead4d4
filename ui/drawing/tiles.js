// Draws what ui/drawing/tiles.py's payload() says, and sends what a visitor makes of it until the server has heard it.
// Nodes hold text as text: nothing here reads text as markup.

const TYPED_MS = 250; // after the last key, before what is typed is sent
const AGAIN_MS = 1000; // after a run that has not heard of all edits; most often the next one is on its way

class Board {
    constructor() {
        this.element = node("div", "tiles", "", { role: "group" });
        this.said = node("div", "said", "", { role: "status" });
        this.rows = new Map();
    }

    update(data, setStateValue) {
        Object.assign(this, { data, setStateValue });
        newest = Math.max(newest, data.heard);
        this.element.ariaLabel = data.label;
        this.element.classList.toggle("close", data.is_close);
        this.element.classList.toggle("large", data.scale > 1);
        this.element.style.setProperty("--scale", data.scale);
        const known = this.rows;
        this.rows = new Map(data.rows.map(({ name }) => [name, known.get(name) ?? new Row(this, name)]));
        for (const row of data.rows) this.rows.get(row.name).update(row, data.heard, data.longest);
        const shown = [...this.rows.values()].map(({ element }) => element);
        const drawn = [...this.element.querySelectorAll(".row")];
        if (shown.some((row, place) => row !== drawn[place]) || shown.length !== drawn.length) {
            this.element.replaceChildren(...shown, this.said);
        }
        this.element.querySelector(".legend")?.remove();
        this.element.append(drawLegend(data.rows, data.is_close));
        clearTimeout(this.again);
        if (this.unheard.length && !this.soon) this.again = setTimeout(() => this.send(), AGAIN_MS);
    }

    get unheard() {
        return [...this.rows.values()].filter(({ edit }) => edit);
    }

    sendSoon() {
        clearTimeout(this.soon);
        this.soon = setTimeout(() => this.send(), TYPED_MS);
    }

    send() {
        clearTimeout(this.soon);
        clearTimeout(this.again);
        this.soon = null;
        const rows = this.unheard;
        if (!rows.length) return;
        const number = Math.max(...rows.map(({ edited }) => edited));
        this.setStateValue("made", [number, Object.fromEntries(rows.map(({ name, edit }) => [name, edit]))]);
    }

    remove() {
        clearTimeout(this.soon);
        clearTimeout(this.again);
        this.element.remove();
    }
}

const boards = new WeakMap();

// As in ui/kit/steps.js: Streamlit ends a call that a newer one has overtaken, too.
export default function ({ data, parentElement, setStateValue }) {
    const known = boards.get(parentElement);
    const board = known ?? new Board();
    if (!known) {
        boards.set(parentElement, board);
        parentElement.append(board.element);
    }
    board.update(data, setStateValue);
    const call = (board.call = {});
    return () => {
        if (board.call !== call) return;
        boards.delete(parentElement);
        board.remove();
    };
}
