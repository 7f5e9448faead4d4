// A row of tiles, and its text that is typed over.

const LONG = 80; // tiles of a row that is scrolled
const HOW = {
    click: "Click a word, or press Space, to choose it.",
    drag: "Drag a tile. Or click it, then where it goes; or Space, arrow keys, Space. F2 types.",
};

let newest = 0; // edits of this visit

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
        this.problem = node("p", "problem", "", { role: "alert" });
        this.element.append(about, this.words, this.over, this.typing, this.problem);
        this.drag = new Drag(this);
        this.listen();
    }

    placeOf(event) {
        return this.tilesShown.indexOf(event.target.closest(".tile"));
    }

    get tilesShown() {
        return [...this.words.children];
    }

    // Such a text stands there to be shortened, and does not count.
    get isTooLong() {
        return this.input.value.length > this.longest;
    }

    get isRightToLeft() {
        return getComputedStyle(this.words).direction === "rtl";
    }

    // What a run of the script says. It does not overwrite what the run has not heard of.
    update(data, heard, longest) {
        if (this.edited <= heard) this.edit = null;
        if (this.data?.mode !== data.mode) this.isTyped = data.mode === "type";
        this.longest = longest;
        const { tiles, chosen } = this.edit || this.lifted || this.drag.grip ? this.data : data;
        this.data = { ...data, tiles, chosen };
        if (this.lifted || this.drag.grip) return;
        if (!this.isTooLong && textOf(tiles) !== split(this.input.value).join(" ")) this.input.value = textOf(tiles);
        if (JSON.stringify(this.data) !== this.drawn) this.draw(); // a tile that is pressed must stay to be clicked
    }

    draw() {
        this.drawn = JSON.stringify(this.data);
        const { label, note, color, mode, tiles, is_small: isSmall, is_off: isOff } = this.data;
        const isFocused = this.words.matches(":focus-within");
        this.title.textContent = label;
        this.title.style.setProperty("--of", color || "transparent");
        this.note.textContent = isOff ? "off" : note;
        this.element.dataset.mode = mode;
        this.element.classList.toggle("small", isSmall);
        this.element.classList.toggle("off", isOff);
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
        this.sayTooLong();
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
        const isChosen = chosen.includes(place);
        const settled = isChosen && mode === "still" && "chosen";
        tile.ariaLabel = [text, isClipped ? "clipped away" : MEANING[shade], said, settled].filter(Boolean).join(", ");
        tile.role = mode === "still" ? "note" : "button";
        if (mode === "click") tile.ariaPressed = isChosen;
        if (mode === "drag") tile.ariaRoleDescription = "tile";
        if (isChosen) tile.classList.add("chosen");
        if (mode !== "still") tile.tabIndex = place === this.at ? 0 : -1;
        if (this.lifted?.tile === this.data.tiles[place]) tile.classList.add("lifted");
        return tile;
    }

    sayTooLong() {
        const [most, found] = [this.longest, this.input.value.length].map((number) => number.toLocaleString("en"));
        const said = `A row holds at most ${most} characters; this text has ${found}. Shorten it: until then it does not count.`;
        if (this.problem.textContent !== (this.isTooLong ? said : "")) this.problem.textContent = this.isTooLong ? said : "";
    }

    // The same text as the input's, in colours, beneath it.
    drawMirror() {
        if (this.isTooLong) return this.mirror.replaceChildren(`${this.input.value}\u200b`);
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
        if (!this.isTooLong && textOf(tiles) !== textOf(this.data.tiles)) this.make("type", tiles);
        this.drawMirror();
        this.sayTooLong();
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
        this.isTyped = isTyped || this.data.mode === "type" || this.isTooLong;
        this.draw();
        if (isTyped) this.input.focus();
        else if (!this.isTyped) this.tilesShown[this.at]?.focus();
    }

    say(text) {
        this.board.said.textContent = text;
    }

    // --- mouse, touch and keyboard ---

    listen() {
        this.words.addEventListener("click", (event) => this.clicked(this.placeOf(event)));
        this.words.addEventListener("keydown", (event) => this.pressed(event, this.placeOf(event)));
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
        if (this.isTooLong && event.key === "Escape") {
            this.input.value = textOf(this.data.tiles);
            this.draw();
        }
        this.board.send();
        if (this.data.mode === "drag") this.type(false);
    }

    focus(to) {
        this.at = Math.min(Math.max(to, 0), this.data.tiles.length - 1);
        this.tilesShown.forEach((tile, place) => (tile.tabIndex = place === this.at ? 0 : -1));
        this.tilesShown[this.at].focus();
    }
}
