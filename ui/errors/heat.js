// Draws the table that ui/errors/error_tables.py's cells() has.

const FEW = 5; // systems: the names of columns stand upright

function systemHead({ name, color, apart }) {
    const cell = node("th", "", { scope: "col", title: name, class: apart ? "apart" : "" });
    const label = node("span", name, { dir: "auto" });
    const dot = node("i");
    dot.style.background = color;
    if (color) label.prepend(dot);
    cell.append(label);
    return cell;
}

function kindHead({ kind, of }) {
    const cell = node("th", "", { scope: "row", title: of ? `${of}/${kind}` : kind });
    cell.append(node("span", kind, { dir: "auto" }));
    if (of) cell.append(node("small", of, { dir: "auto" }));
    return cell;
}

// Only what leads to segments is a button.
function square({ text, share, mark, about, leads }, row, column) {
    const cell = node("td");
    const made = node(leads ? "button" : "div", text, { class: "square", "data-tip": about });
    if (leads) {
        Object.entries({ type: "button", "aria-label": about, tabindex: -1 }).forEach((of) => made.setAttribute(...of));
        Object.assign(made.dataset, { row, column });
    }
    made.append(node("span", mark));
    made.style.setProperty("--share", share);
    cell.append(made);
    return cell;
}

// Where there is room for what pointing says: below in the upper half, to the left in the right half.
function sides(row, column, { rows, systems }) {
    return `${row >= rows.length / 2 ? "up" : "down"} ${column >= systems.length / 2 ? "left" : "right"}`;
}

function table(data) {
    const { systems, rows } = data;
    const first = node("tr");
    first.append(node("td"), ...systems.map(systemHead));
    const body = rows.map((found, row) => {
        const line = node("tr", "", { class: row ? "" : "all" });
        const squares = found.cells.map((cell, column) => square(cell, row, column));
        squares.forEach((cell, column) => {
            const apart = systems[column].apart ? " apart" : "";
            cell.setAttribute("class", sides(row, column, data) + apart);
        });
        line.append(kindHead(found), ...squares);
        return line;
    });
    const made = tableOf(first, body, { class: systems.length > FEW ? "" : "few" });
    made.style.setProperty("--n", systems.length);
    return made;
}

class Heat extends Squares {
    // What is chosen may be shown on the same page: then that comes into sight.
    choose(choice) {
        super.choose(choice);
        if (this.shows) document.querySelector(this.shows)?.scrollIntoView({ block: "start" });
    }

    update(data) {
        const said = JSON.stringify(data);
        if (said === this.said) return;
        this.said = said;
        this.shows = data.shows;
        this.element.replaceChildren(table(data));
        this.element.querySelector("button")?.setAttribute("tabindex", 0);
    }
}

export default mounted(() => new Heat({ class: "heat" }));
