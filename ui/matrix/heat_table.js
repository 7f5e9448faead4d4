// Draws the tables that ui/matrix/matrix_tables.py's matrix_payload() has.

const FEW = 6; // sets: the names of columns are horizontal
const [SHORT, SHORT_PART] = [16, 7]; // letters of a name, and of its longest part, that are horizontal above any number of columns

function isShort({ name }) {
    return name.length <= SHORT && name.split(/(?<=[- _/.])/).every((part) => part.length <= SHORT_PART);
}

// A click on a head sorts its table: the best first, then the other way round, and back.
function sortHead({ name, note, about, mark }, kind) {
    const cell = node("th", "", { scope: "col", class: kind });
    const button = named("button", "sort");
    button.append(node("span", name, { dir: "auto" }));
    if (mark) button.append(named("i", "mark", mark));
    if (note) button.append(named("small", "note", note));
    Object.entries({ type: "button", title: about }).forEach((of) => button.setAttribute(...of));
    cell.append(button);
    return cell;
}

function systemHead({ name, note, color }) {
    const cell = node("th", "", { scope: "row", title: name });
    const dot = node("i");
    dot.style.background = color;
    cell.append(dot, node("span", name, { dir: "auto" }));
    if (note) cell.append(named("small", "note", note));
    return cell;
}

function margin({ text, best }) {
    return named("td", best ? "margin best" : "margin", text);
}

// Only what leads to a set is a button.
function square({ text, rank, share, about, leads }, table, row, column) {
    const cell = node("td");
    const made = node(leads ? "button" : "div", text, { class: "square", title: about });
    if (leads) {
        Object.entries({ type: "button", "aria-label": about, tabindex: -1 }).forEach((of) => made.setAttribute(...of));
        Object.assign(made.dataset, { table, row, column, rank });
        made.append(named("span", "rank", rank));
    }
    made.style.setProperty("--share", share);
    cell.append(made);
    return cell;
}

function tableOfMetric({ title, rows }, number, { sets, margins }, has_titles) {
    const first = node("tr");
    const corner = node("td", has_titles ? title : "");
    first.append(corner, ...margins.map((of) => sortHead(of, "margin")), ...sets.map((of) => sortHead(of, "set")));
    const body = rows.map((found, row) => {
        const line = node("tr");
        const squares = found.cells.map((cell, column) => square(cell, number, row, column));
        squares.forEach((cell, column) => cell.classList.toggle("out", sets[column].is_out));
        line.append(systemHead(found), ...found.margins.map(margin), ...squares);
        line.values = [...found.margins, ...found.cells].map(({ value }) => value);
        return line;
    });
    const made = tableOf(first, body, { class: sets.length <= FEW || sets.every(isShort) ? "few" : "", "aria-label": title });
    made.style.setProperty("--n", sets.length);
    made.lines = body;
    return made;
}

function compare(a, b) {
    if (a === null || b === null) return (a === null) - (b === null); // what has no score comes last, either way
    return a - b;
}

function sortBy(table, column) {
    const before = table.dataset.by === String(column) ? table.dataset.way : "";
    const way = before === "" ? "best" : before === "best" ? "worst" : "";
    table.dataset.by = column;
    table.dataset.way = way;
    const sign = way === "worst" ? -1 : 1;
    const of = (line) => line.values[column];
    const ordered = [...table.lines];
    const order = (a, b) => (of(a) === null || of(b) === null ? compare(of(a), of(b)) : sign * compare(of(a), of(b)));
    if (way) ordered.sort(order);
    table.querySelector("tbody").append(...ordered);
    table.querySelectorAll("thead th").forEach((head, place) => {
        if (place === column && way) head.setAttribute("aria-sort", way === "best" ? "ascending" : "descending");
        else head.removeAttribute("aria-sort");
    });
}

class MatrixOfSets extends Choosing {
    constructor() {
        super({ class: "sets" }, "button.square");
        onPress(this.element, (target) => target.closest("button.sort"), (button) => {
            const head = button.closest("th");
            sortBy(head.closest("table"), [...head.parentElement.querySelectorAll("th")].indexOf(head));
        });
    }

    what({ dataset: { table, row, column } }) {
        return [Number(table), Number(row), Number(column)];
    }

    // Arrows lead from a square to the next one as they stand now, over a place without a score.
    pressed(event) {
        const button = event.target.closest("button.square");
        const [down, right] = ARROWS[event.key] ?? [];
        if (!button || down === undefined) return;
        event.preventDefault();
        const lines = [...button.closest("tbody").rows];
        let [row, column] = [lines.indexOf(button.closest("tr")), button.closest("td").cellIndex];
        for (let next = null; !next; ) {
            [row, column] = [row + down, column + right];
            const cell = lines[row]?.cells[column];
            if (!cell) return;
            next = cell.querySelector("button.square");
            next?.focus();
        }
    }

    update(data) {
        const said = JSON.stringify(data);
        if (said === this.said) return;
        this.said = said;
        const tables = data.tables.map((of, number) => tableOfMetric(of, number, data, data.tables.length > 1));
        this.element.replaceChildren(...tables);
        tables.forEach((table) => table.querySelector("button.square")?.setAttribute("tabindex", 0));
    }
}

export default mounted(() => new MatrixOfSets());
