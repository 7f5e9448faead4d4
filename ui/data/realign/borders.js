// Draws what ui/data/realign/border_rows.py says: segments, and the borders between them, which are dragged to a word.

const DRAGGED_PX = 5; // a press that moves no farther chooses the border
const FAR = 5; // words by which a border is moved with Shift

class Borders extends Choosing {
    constructor() {
        super({ class: "borders", role: "group" }, ".handle");
        this.head = named("div", "head");
        this.list = node("ol");
        this.said = node("div", "", { class: "said", role: "status" });
        this.element.append(this.head, this.list, this.said);
        this.list.addEventListener("pointerdown", (event) => this.grasp(event));
        this.list.addEventListener("pointermove", (event) => this.pull(event));
        this.list.addEventListener("pointerup", (event) => this.release(event));
        this.list.addEventListener("pointercancel", () => this.letGo());
        this.list.addEventListener("click", (event) => this.clicked(event));
        this.at = null; // number of the row whose border is chosen
    }

    // What a run of the script says waits in `next` until it has heard all that was moved here.
    update(data) {
        this.next = data;
    }

    hear(heard) {
        super.hear(heard);
        this.refresh();
    }

    refresh() {
        if (unheard || this.grip) return;
        const said = JSON.stringify(this.next);
        if (said === this.drawn) return;
        this.drawn = said;
        this.element.ariaLabel = this.next.label;
        this.head.replaceChildren(...this.next.heads.map((head) => node("span", head, { dir: "auto" })));
        this.rows = this.next.rows.map((row) => ({ ...row, cut: row.first }));
        this.draw();
    }

    // --- rows and their words ---

    draw() {
        const isFocused = this.list.getRootNode().activeElement?.classList.contains("handle");
        const movable = this.rows.filter((row) => row.home !== null);
        if (!movable.some((row) => row.number === this.at)) this.at = movable[0]?.number ?? null;
        this.list.replaceChildren(...this.rows.map((row, place) => this.drawRow(row, place)));
        if (isFocused) this.handle()?.focus();
        this.mark();
    }

    drawRow(row, place) {
        const item = node("li", "", { class: row.follows ? "row" : "row apart" });
        if (row.document) item.append(node("div", row.document, { class: "document", dir: "auto" }));
        const about = node("div", "", { class: "about" });
        about.append(named("b", "number", row.number.toLocaleString("en")), this.sureness(row));
        const reference = node("div", row.reference, { class: "reference", dir: "auto" });
        const output = node("div", "", { class: "output", dir: "auto" });
        if (row.home !== null) output.append(this.drawHandle(row, place));
        const words = row.words.map((word) => named("span", "word", word));
        output.append(...(words.length ? words : [named("i", "none", "no words")]));
        if (row.left) output.append(named("small", "left", `${row.left_kind}: ${row.left}`));
        item.append(about, reference, output);
        return item;
    }

    sureness(row) {
        const isMoved = row.is_edited || this.isMoved(row);
        const text = isMoved ? "by hand" : `${row.is_doubtful ? "⚠ " : ""}${row.sure_text}`;
        const shown = node("span", text, { class: "sure", title: "How sure the cut is, from 0 to 1" });
        shown.style.setProperty("--doubt", isMoved ? 0 : 1 - row.sure);
        return shown;
    }

    isMoved(row) {
        return row.home !== null && row.cut !== row.home;
    }

    drawHandle(row, place) {
        const [low, high] = this.range(place);
        return node("span", "", {
            class: this.isMoved(row) ? "handle moved" : "handle",
            role: "slider",
            tabindex: row.number === this.at ? 0 : -1,
            "aria-label": `Border before segment ${row.number}`,
            "aria-orientation": "horizontal",
            "aria-valuemin": low,
            "aria-valuemax": high,
            "aria-valuenow": row.cut,
            "aria-valuetext": `begins with ${row.words[0]?.trim() || "no words"}`,
            "data-number": row.number,
        });
    }

    // Between which words the border before a row can be.
    range(place) {
        const row = this.rows[place];
        return [this.rows[place - 1].cut, row.cut + row.words.length];
    }

    placeOf(number) {
        return this.rows.findIndex((row) => row.number === number);
    }

    handle(number = this.at) {
        return this.list.querySelector(`.handle[data-number="${number}"]`);
    }

    // Words that can go over the chosen border look so.
    mark() {
        const rows = [...this.list.children];
        const at = this.placeOf(this.at);
        rows.forEach((item, place) => item.classList.toggle("near", at > 0 && (place === at || place === at - 1)));
    }

    // --- what a visitor does ---

    move(place, cut) {
        const [low, high] = this.range(place);
        const to = Math.min(Math.max(cut, low), high);
        const [before, row] = [this.rows[place - 1], this.rows[place]];
        if (to === row.cut) return;
        const words = [...before.words, ...row.words];
        before.words = words.slice(0, to - before.cut);
        row.words = words.slice(to - before.cut);
        row.cut = to;
        before.left = row.left = "";
        this.draw();
        this.handle(row.number)?.focus();
        this.said.textContent = `Segment ${row.number} begins with ${row.words[0]?.trim() || "no words"}`;
        this.send();
    }

    send() {
        newest += 1;
        const moves = this.rows.filter((row) => row.home !== null).map((row) => [row.number - 1, row.cut]);
        unheard = [newest, moves];
        drawnLast.sending.begin();
    }

    // A click on a border chooses it.
    choose(handle) {
        this.focus(Number(handle.dataset.number));
    }

    focus(number) {
        this.handle()?.setAttribute("tabindex", -1);
        this.at = number;
        this.handle().setAttribute("tabindex", 0);
        this.handle().focus();
        this.mark();
    }

    // A click on a word near the chosen border brings the border before that word.
    clicked({ target }) {
        const word = target.closest(".near .word");
        const at = this.placeOf(this.at);
        if (!word || at < 1 || this.wasDragged) return;
        const item = word.closest(".row");
        const row = this.rows[[...this.list.children].indexOf(item)];
        this.move(at, row.cut + [...item.querySelectorAll(".word")].indexOf(word));
    }

    pressed(event) {
        const handle = event.target.closest(".handle");
        if (!handle || event.ctrlKey || event.metaKey || event.altKey) return;
        const place = this.placeOf(Number(handle.dataset.number));
        const row = this.rows[place];
        const ahead = (event.shiftKey ? FAR : 1) * (getComputedStyle(handle.parentElement).direction === "rtl" ? -1 : 1);
        const handles = [...this.list.querySelectorAll(".handle")];
        const next = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        const to = { ArrowLeft: row.cut - ahead, ArrowRight: row.cut + ahead, Backspace: row.home, Delete: row.home }[event.key];
        if (next) {
            const other = handles[handles.indexOf(handle) + next];
            if (other) this.choose(other);
            other?.scrollIntoView({ block: "nearest" });
        } else if (to !== undefined) this.move(place, to);
        else if (event.key === "Escape" && this.grip) this.letGo();
        else return;
        event.preventDefault();
        event.stopPropagation(); // the page may have keys of its own
    }

    // --- dragging ---

    grasp(event) {
        this.wasDragged = false;
        const handle = event.target.closest(".handle");
        if (!handle || event.button || this.grip) return;
        event.preventDefault();
        this.choose(handle);
        handle.setPointerCapture(event.pointerId);
        this.grip = { handle, id: event.pointerId, place: this.placeOf(this.at), x: event.clientX, y: event.clientY };
    }

    pull(event) {
        const { grip } = this;
        if (grip?.id !== event.pointerId) return;
        if (!grip.isMoving && Math.hypot(event.clientX - grip.x, event.clientY - grip.y) < DRAGGED_PX) return;
        grip.isMoving = true;
        this.element.classList.add("dragging");
        grip.to = this.cutAt(event.clientX, event.clientY);
        this.preview(grip);
    }

    wordsBeside(place) {
        return [this.list.children[place - 1], this.list.children[place]].flatMap((item) => [...item.querySelectorAll(".word")]);
    }

    // The word before or after which the border is dropped here: that of both rows which is nearest.
    cutAt(x, y) {
        const { place } = this.grip;
        const outside = (at, low, high) => Math.max(low - at, 0, at - high);
        const words = this.wordsBeside(place);
        const boxes = words.map((word) => [...word.getClientRects()]);
        const distances = boxes.map((parts) => Math.min(...parts.map(({ left, right, top, bottom }) => 100 * outside(y, top, bottom) + outside(x, left, right))));
        const nearest = distances.indexOf(Math.min(...distances));
        const { left, width } = words[nearest].getBoundingClientRect();
        const isRightToLeft = getComputedStyle(words[nearest].parentElement).direction === "rtl";
        const isAfter = x > left + width / 2 !== isRightToLeft;
        return this.rows[place - 1].cut + nearest + isAfter;
    }

    preview({ place, to }) {
        const { cut } = this.rows[place];
        this.wordsBeside(place).forEach((word, number) => {
            const at = this.rows[place - 1].cut + number;
            word.classList.toggle("going", at >= Math.min(cut, to) && at < Math.max(cut, to));
            word.classList.toggle("before", at === to);
        });
    }

    release(event) {
        const { grip } = this;
        if (grip?.id !== event.pointerId) return;
        this.wasDragged = Boolean(grip.isMoving);
        this.letGo();
        if (grip.isMoving) this.move(grip.place, grip.to);
    }

    letGo() {
        const { grip } = this;
        this.grip = null;
        this.element.classList.remove("dragging");
        if (!grip) return;
        this.wordsBeside(grip.place).forEach((word) => word.classList.remove("going", "before"));
        if (!grip.isMoving) this.refresh();
    }
}

export default mounted(() => new Borders());
