// Draws the rows that ui/segments/passage.py's draw() has.

function headOf([name, color]) {
    const head = named("span", color ? "head system" : "head", name);
    if (color) head.style.setProperty("--system", color);
    return head;
}

function numberOf({ number, goes }, isHere) {
    const made = named(goes && !isHere ? "button" : "span", "number", number.toLocaleString("en"));
    if (made.tagName === "BUTTON") {
        made.type = "button";
        made.dataset.number = number;
        made.ariaLabel = `Go to segment ${number}`;
    } else if (!isHere) made.title = "Not among the segments listed";
    return made;
}

function rowOf(row, here) {
    const made = named("div", "row");
    const isHere = row.number === here;
    made.setAttribute("aria-current", isHere);
    made.append(numberOf(row, isHere));
    for (const text of row.texts) {
        const cell = named("span", text ? "text" : "text empty", text || "(empty)");
        cell.title = text;
        cell.dir = "auto";
        made.append(cell);
    }
    return made;
}

class Passage extends Choosing {
    update({ rows, heads, here }) {
        this.element.style.setProperty("--texts", heads.length);
        const head = named("div", "row heads");
        head.append(named("span", "number"), ...heads.map(headOf));
        this.element.replaceChildren(head, ...rows.map((row) => rowOf(row, here)));
    }
}

const ABOUT = { class: "passage", role: "group", "aria-label": "The segments around it in its document" };

export default mounted(() => new Passage(ABOUT));
