// Draws what ui/drawing/tiles.py's payload() says, and sends what a visitor makes of it until the server has heard it.
// Nodes hold text as text: nothing here reads text as markup.

const TYPED_MS = 250; // after the last key, before what is typed is sent
const AGAIN_MS = 1000; // after a run that has not heard of all edits; most often the next one is on its way
const DRAGGED_PX = 6; // a press that moves no farther is a click
const LONG = 80; // tiles of a row that is scrolled
const MEANING = ["in no reference", "single word", "2 words", "3 words", "4 words"];
const VERDICTS = { right: ["✓", "right"], missed: ["○", "missed"], wrong: ["✗", "wrong"] };
const HOW = {
    click: "Click a word, or press Space, to choose it.",
    drag: "Drag a tile. Or click it, then where it goes; or Space, arrow keys, Space. F2 types.",
};

let newest = 0; // edits of this visit

function node(tag, classes = "", text = "", attributes = {}) {
    const made = document.createElement(tag);
    made.className = classes;
    made.textContent = text;
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    return made;
}

const split = (text) => text.split(/\s+/u).filter(Boolean);
const plain = (text) => ({ text, shade: null, is_clipped: false });
const wordsOf = (tiles) => tiles.flatMap(({ words }) => words);
const textOf = (tiles) =>
    wordsOf(tiles)
        .map(({ text }) => text)
        .join(" ");

// Words that are typed keep their colours, until the server has heard of them.
function recolored(text, tiles) {
    const [known, typed] = [wordsOf(tiles), split(text)];
    const late = known.length - typed.length;
    const like = (word, at) => [known[at], known[at + late]].find((found) => found?.text === word) ?? plain(word);
    return typed.map((word, at) => ({ words: [like(word, at)], verdict: "" }));
}

const looks = ({ shade, is_clipped: isClipped }) => `${shade === null ? "" : `n${shade}`} ${isClipped ? "cut" : ""}`;
const drawWord = (word) => node("span", `word ${looks(word)}`, word.text);

function drawLegend(rows, isClose) {
    const words = rows.flatMap(({ tiles }) => wordsOf(tiles));
    const legend = node("div", "legend");
    const shades = [1, 2, 3, 4, 0].filter((shade) => words.some((word) => word.shade === shade && !word.is_clipped));
    for (const shade of shades) legend.append(node("span", `word n${shade}`, MEANING[shade]));
    if (words.some((word) => word.is_clipped)) legend.append(node("span", "word n0 cut", "clipped away"));
    if (legend.childElementCount && !isClose) legend.append("Colour: the longest match that the word is part of.");
    return legend;
}

class Row {
    constructor(board, name) {
        Object.assign(this, { board, name, edited: 0, at: 0, lifted: null, isTyped: false });
        this.element = node("div", "row");
        this.title = node("b");
        this.note = node("span", "note", "", { "aria-live": "polite" });
        const about = node("div", "name");
        about.append(this.title, this.note);
        this.words = node("div", "words", "", { dir: "auto", role: "group" });
        this.mirror = node("div", "mirror", "", { "aria-hidden": "true", dir: "auto" });
        this.input = node("textarea", "", "", { rows: 1, dir: "auto", spellcheck: "false", autocapitalize: "off" });
        this.over = node("div", "over");
        this.over.append(this.mirror, this.input);
        this.typing = node("button", "typing", "✎ Type", { type: "button" });
        this.element.append(about, this.words, this.over, this.typing);
        this.listen();
    }

    get tilesShown() {
        return [...this.words.children];
    }

    get isRightToLeft() {
        return getComputedStyle(this.words).direction === "rtl";
    }

    // What a run of the script says. It does not overwrite what the run has not heard of.
    update(data, heard, longest) {
        if (this.edited <= heard) this.edit = null;
        if (this.data?.mode !== data.mode) this.isTyped = data.mode === "type";
        this.input.maxLength = longest;
        const { tiles, chosen } = this.edit || this.lifted || this.grip ? this.data : data;
        this.data = { ...data, tiles, chosen };
        if (this.lifted || this.grip) return;
        if (textOf(tiles) !== split(this.input.value).join(" ")) this.input.value = textOf(tiles);
        if (JSON.stringify(this.data) !== this.drawn) this.draw(); // a tile that is pressed must stay to be clicked
    }

    draw() {
        this.drawn = JSON.stringify(this.data);
        const { label, note, color, mode, tiles, is_small: isSmall } = this.data;
        const isFocused = this.words.matches(":focus-within");
        this.title.textContent = label;
        this.title.style.borderColor = color || "transparent";
        this.note.textContent = note;
        this.element.dataset.mode = mode;
        this.element.classList.toggle("small", isSmall);
        this.typing.ariaLabel = `Type over ${label}`;
        this.words.hidden = this.isTyped;
        this.words.classList.toggle("long", tiles.length > LONG);
        this.over.hidden = !this.isTyped;
        this.typing.hidden = mode !== "drag";
        this.typing.setAttribute("aria-pressed", this.isTyped);
        this.words.ariaLabel = `${label}. ${HOW[mode] ?? ""}`;
        this.input.ariaLabel = label;
        this.at = Math.min(this.at, Math.max(0, tiles.length - 1));
        this.words.replaceChildren(...tiles.map((tile, place) => this.drawTile(tile, place)));
        this.drawMirror();
        if (isFocused) this.tilesShown[this.at]?.focus();
    }

    drawTile({ words, verdict }, place) {
        const { mode, chosen } = this.data;
        const isOne = words.length === 1;
        const tile = node("span", `tile ${verdict} ${isOne ? looks(words[0]) : ""}`);
        tile.append(...(isOne ? [node("span", "alone", words[0].text)] : words.map(drawWord)));
        const [sign, said] = VERDICTS[verdict] ?? [];
        if (sign) tile.append(node("sup", "", sign, { "aria-hidden": "true" }));
        const text = words.map((word) => word.text).join(" ");
        const isClipped = words.some((word) => word.is_clipped);
        const shade = Math.max(...words.map((word) => word.shade ?? -1));
        tile.ariaLabel = [text, isClipped ? "clipped away" : MEANING[shade], said].filter(Boolean).join(", ");
        tile.role = mode === "still" ? "note" : "button";
        if (mode === "click") tile.ariaPressed = chosen.includes(place);
        if (mode === "drag") tile.ariaRoleDescription = "tile";
        if (mode === "click" && chosen.includes(place)) tile.classList.add("chosen");
        if (mode !== "still") tile.tabIndex = place === this.at ? 0 : -1;
        if (this.lifted?.tile === this.data.tiles[place]) tile.classList.add("lifted");
        return tile;
    }

    // The same text as the input's, in colours, beneath it.
    drawMirror() {
        const words = wordsOf(this.data.tiles);
        const parts = this.input.value.split(/(\s+)/u).filter(Boolean);
        let next = 0;
        this.mirror.replaceChildren(...parts.map((part) => (part.trim() ? drawWord(words[next++] ?? plain(part)) : part)));
        this.mirror.append("\u200b");
    }

    // --- what a visitor makes of it ---

    make(by, tiles, chosen = []) {
        newest += 1;
        Object.assign(this.data, { tiles, chosen });
        this.edited = newest;
        const texts = tiles.map(({ words }) => words.map(({ text }) => text).join(" "));
        this.edit = { tiles: texts, chosen, by };
    }

    typed() {
        const tiles = recolored(this.input.value, this.data.tiles);
        if (textOf(tiles) !== textOf(this.data.tiles)) this.make("type", tiles);
        this.drawMirror();
    }

    toggle(place) {
        const { tiles, chosen } = this.data;
        const others = chosen.filter((other) => other !== place);
        this.at = place;
        this.make("click", tiles, others.length < chosen.length ? others : [...others, place].sort((a, b) => a - b));
        this.draw();
        this.board.send();
    }

    lift(place) {
        this.lifted = { tile: this.data.tiles[place], before: this.data.tiles };
        this.at = place;
        this.draw();
        this.say(`Lifted, place ${place + 1} of ${this.data.tiles.length}`);
    }

    // The lifted tile goes to a place.
    carry(to) {
        const { tiles } = this.data;
        const from = tiles.indexOf(this.lifted.tile);
        const place = Math.min(Math.max(to, 0), tiles.length - 1);
        const others = tiles.filter((_, number) => number !== from);
        this.data.tiles = [...others.slice(0, place), this.lifted.tile, ...others.slice(place)];
        this.at = place;
        this.draw();
        this.tilesShown[place].focus();
        this.say(`Place ${place + 1} of ${tiles.length}`);
    }

    drop() {
        const { before } = this.lifted;
        this.lifted = null;
        const { tiles } = this.data;
        const isMoved = tiles.some((tile, place) => tile !== before[place]);
        if (isMoved) this.make("drag", tiles);
        this.input.value = textOf(tiles);
        this.draw();
        this.say(`Dropped, place ${this.at + 1} of ${tiles.length}`);
        if (isMoved) this.board.send();
    }

    putBack() {
        this.at = this.lifted.before.indexOf(this.lifted.tile);
        this.data.tiles = this.lifted.before;
        this.lifted = null;
        this.draw();
        this.say("Put back");
    }

    type(isTyped) {
        this.isTyped = isTyped || this.data.mode === "type";
        this.draw();
        if (isTyped) this.input.focus();
        else this.tilesShown[this.at]?.focus();
    }

    say(text) {
        this.board.said.textContent = text;
    }

    // --- mouse, touch and keyboard ---

    listen() {
        const place = (event) => this.tilesShown.indexOf(event.target.closest(".tile"));
        this.words.addEventListener("click", (event) => this.clicked(place(event)));
        this.words.addEventListener("keydown", (event) => this.pressed(event, place(event)));
        this.words.addEventListener("pointerdown", (event) => this.grasp(event, place(event)));
        this.words.addEventListener("pointermove", (event) => this.pull(event));
        this.words.addEventListener("pointerup", (event) => this.release(event));
        this.words.addEventListener("pointercancel", () => this.letGo());
        this.words.addEventListener("focusout", (event) => {
            if (this.lifted && event.relatedTarget && !this.words.contains(event.relatedTarget)) this.drop();
        });
        this.typing.addEventListener("click", () => this.type(!this.isTyped));
        this.input.addEventListener("input", (event) => {
            this.typed();
            if (!event.isComposing) this.board.sendSoon();
        });
        this.input.addEventListener("compositionend", () => this.board.sendSoon());
        this.input.addEventListener("keydown", (event) => this.pressedTyping(event));
        this.input.addEventListener("blur", (event) => {
            this.board.send();
            if (event.relatedTarget !== this.typing && this.data.mode === "drag") this.type(false);
        });
    }

    clicked(place) {
        const { mode } = this.data;
        if (place < 0) return;
        if (mode === "click") this.toggle(place);
        if (mode !== "drag") return;
        if (!this.lifted) return this.lift(place);
        if (this.data.tiles[place] !== this.lifted.tile) this.carry(place);
        this.drop();
    }

    pressed(event, place) {
        const { mode, tiles } = this.data;
        if (place < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
        const ahead = this.isRightToLeft ? -1 : 1;
        const to = { ArrowRight: place + ahead, ArrowLeft: place - ahead, Home: 0, End: tiles.length - 1 }[event.key];
        if (to !== undefined) this.lifted ? this.carry(to) : this.focus(to);
        else if (event.key === "Escape" && this.lifted) this.putBack();
        else if (event.key === " " || (event.key === "Enter" && (mode === "click" || this.lifted)))
            this.lifted ? this.drop() : this.clicked(place);
        else if (["Enter", "F2"].includes(event.key) && mode === "drag") this.type(true);
        else return;
        event.preventDefault();
        event.stopPropagation(); // the page may have keys of its own
    }

    // A sentence has no line breaks; and in a row of tiles the keys that opened the text close it.
    pressedTyping(event) {
        event.stopPropagation();
        if (event.isComposing || !["Enter", "Escape", "F2"].includes(event.key)) return;
        event.preventDefault();
        this.board.send();
        if (this.data.mode === "drag") this.type(false);
    }

    focus(to) {
        this.at = Math.min(Math.max(to, 0), this.data.tiles.length - 1);
        this.tilesShown.forEach((tile, place) => (tile.tabIndex = place === this.at ? 0 : -1));
        this.tilesShown[this.at].focus();
    }

    grasp(event, place) {
        if (this.data.mode !== "drag" || place < 0 || event.button || this.grip) return;
        const tile = this.tilesShown[place];
        this.grip = { tile, place, id: event.pointerId, x: event.clientX, y: event.clientY, to: place };
    }

    pull(event) {
        const { grip } = this;
        if (grip?.id !== event.pointerId) return;
        const [x, y] = [event.clientX - grip.x, event.clientY - grip.y];
        if (!grip.isMoving && Math.hypot(x, y) < DRAGGED_PX) return;
        if (!grip.isMoving) {
            if (this.lifted) this.putBack();
            grip.tile = this.tilesShown[grip.place];
            this.words.setPointerCapture(grip.id);
        }
        grip.isMoving = true;
        grip.tile.classList.add("dragged");
        grip.tile.style.translate = `${x}px ${y}px`;
        grip.to = this.placeAt(event.clientX, event.clientY);
    }

    // Where a tile goes that is dropped here: among the others, before or after the one that is nearest.
    placeAt(x, y) {
        const others = this.tilesShown.filter((tile) => tile !== this.grip.tile);
        for (const tile of others) tile.classList.remove("before", "after");
        if (!others.length) return 0;
        const outside = (at, low, high) => Math.max(low - at, 0, at - high);
        const distances = others.map((tile) => {
            const { left, right, top, bottom } = tile.getBoundingClientRect();
            return 100 * outside(y, top, bottom) + outside(x, left, right);
        });
        const nearest = distances.indexOf(Math.min(...distances));
        const { left, width } = others[nearest].getBoundingClientRect();
        const isAfter = x > left + width / 2 !== this.isRightToLeft;
        others[nearest].classList.add(isAfter ? "after" : "before");
        return nearest + isAfter;
    }

    release(event) {
        const { grip } = this;
        if (grip?.id !== event.pointerId) return;
        this.letGo();
        if (!grip.isMoving) return;
        this.lift(grip.place);
        this.carry(grip.to);
        this.drop();
    }

    letGo() {
        const isMoving = this.grip?.isMoving;
        this.grip = null;
        if (isMoving) this.draw(); // else the click is still to come, to the tile that was pressed
    }
}

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
