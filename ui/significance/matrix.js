// Draws the squares that ui/significance/matrix.py's payload() has.

const FEW = 7; // systems: the names of columns stand upright

function head({ short, full }, scope) {
    const cell = node("th", "", { scope, title: full });
    cell.append(node("span", short, { dir: "auto" }));
    return cell;
}

function square(found, row, column) {
    const cell = node("td");
    if (!found) return cell;
    const { difference, p, side, about } = found;
    const button = node("button", difference, { type: "button", title: about, "aria-label": about });
    button.append(node("span", p));
    Object.assign(button.dataset, { row, column, side });
    cell.append(button);
    return cell;
}

function table({ names, rows, colors }) {
    const first = node("tr");
    first.append(node("td"), ...names.map((name) => head(name, "col")));
    const body = rows.map((row, place) => {
        const line = node("tr");
        line.append(head(names[place], "row"), ...row.map((found, column) => square(found, place, column)));
        return line;
    });
    const made = tableOf(first, body, { class: names.length > FEW ? "" : "few" });
    made.style.setProperty("--row", colors[0]);
    made.style.setProperty("--column", colors[1]);
    made.style.setProperty("--n", names.length);
    return made;
}

class Matrix extends Squares {
    update(data) {
        const said = JSON.stringify([data.names, data.rows]);
        if (said !== this.said) {
            this.said = said;
            this.element.replaceChildren(table(data));
        }
        const chosen = this.at(...data.chosen);
        for (const button of this.element.querySelectorAll("button")) {
            button.setAttribute("aria-pressed", button === chosen);
            button.tabIndex = button === chosen ? 0 : -1;
        }
    }
}

export default mounted(() => new Matrix({ class: "squares" }));
