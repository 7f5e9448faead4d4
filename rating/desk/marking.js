// A text in which errors are marked, by mouse, touch or keyboard. It stands before scales.js and rating.js.
// Offsets are the browser's own, UTF-16, and fall between grapheme clusters; `spans` has code points, as Python counts.
// Nodes hold text as text: nothing in these files reads text as markup.

const SEVERITIES = ["minor", "major"];
const SEVERITY_OF = { 1: "minor", 2: "major" }; // by its key
const SLACK = 6; // px above and below a word that count as the word

function node(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
}

function segments(text, granularity) {
    const found = new Intl.Segmenter(undefined, { granularity }).segment(text);
    return [...found].map(({ index, segment }) => ({ start: index, end: index + segment.length, segment }));
}

const codePoints = (text, offset) => [...text.slice(0, offset)].length;
const units = (text, nCodePoints) => [...text].slice(0, nCodePoints).join("").length;

class MarkedText {
    constructor(text, spans, categories, changed) {
        Object.assign(this, { text, categories, changed });
        this.category = ""; // of the next mark: the one that was chosen last
        this.letters = segments(text, "grapheme"); // a mark has some of them, whole
        this.words = segments(text, "word").filter(({ segment }) => segment.trim());
        this.marks = spans.map(({ start, end, severity, category = "" }) => ({
            start: units(text, start),
            end: units(text, end),
            severity,
            category,
        }));
        this.chosen = null; // from an anchor to a focus, as a browser's selection
        this.at = 0; // where arrows go on from when nothing is chosen
        const about = { role: "group", tabindex: "0", "aria-label": says("Translation: mark what is wrong") };
        this.element = node("div", { class: "desk-text marked", dir: "auto", lang: "", ...about });
        this.element.addEventListener("pointerdown", (event) => (this.pointer = event.pointerType));
        this.element.addEventListener("click", (event) => this.clicked(event));
        this.ending = new AbortController();
        const { signal } = this.ending;
        document.addEventListener("selectionchange", () => this.selecting(), { signal });
        document.addEventListener("pointerup", () => this.selected(), { signal });
        this.draw();
    }

    get isComplete() {
        return !this.uncategorized;
    }

    get uncategorized() {
        return this.categories.length ? this.marks.find(({ category }) => !category) : undefined;
    }

    // Chooses the mark that has no category yet, if there is one.
    point() {
        if (!this.uncategorized) return;
        this.choose(this.uncategorized);
        this.redraw();
    }

    get spans() {
        return this.marks.map(({ start, end, severity, category }) => ({
            start: codePoints(this.text, start),
            end: codePoints(this.text, end),
            severity,
            ...(this.categories.length ? { category } : {}),
        }));
    }

    get range() {
        if (!this.chosen) return null;
        const { anchor, focus } = this.chosen;
        return { start: Math.min(anchor, focus), end: Math.max(anchor, focus) };
    }

    // The mark that is chosen as a whole.
    get mark() {
        return this.marks.find(({ start, end }) => start === this.range?.start && end === this.range?.end);
    }

    draw() {
        const inner = [...this.marks, ...(this.chosen ? [this.range] : [])].flatMap(({ start, end }) => [start, end]);
        const cuts = [...new Set([0, ...inner, this.text.length])].sort((a, b) => a - b);
        this.pieces = cuts.slice(1).map((end, i) => ({ start: cuts[i], end }));
        this.element.replaceChildren(...this.pieces.map((piece) => this.drawn(piece)));
    }

    drawn(piece) {
        const mark = this.marks.find(({ start, end }) => start <= piece.start && piece.end <= end);
        const isChosen = this.chosen && this.range.start <= piece.start && piece.end <= this.range.end;
        const made = node(mark ? "mark" : "span", { class: `${mark?.severity ?? ""}${isChosen ? " chosen" : ""}` });
        if (mark?.end === piece.end) made.classList.add("last");
        if (mark) made.dataset.said = [says(mark.severity), mark.category].filter(Boolean).join(", ");
        made.textContent = this.text.slice(piece.start, piece.end);
        piece.text = made.firstChild;
        return made;
    }

    // --- places ---

    // The offset of a place as the browser's selection has it.
    offset(container, within) {
        const piece = this.pieces.find(({ text }) => text === container || text?.parentNode === container);
        if (piece) return container === piece.text ? piece.start + within : within ? piece.end : piece.start;
        return this.pieces[within]?.start ?? this.text.length; // the whole text, whose children are counted
    }

    place(offset) {
        const piece = this.pieces.find(({ start, end }) => start <= offset && offset <= end);
        return [piece.text, offset - piece.start];
    }

    boxes({ start, end }) {
        const range = document.createRange();
        range.setStart(...this.place(start));
        range.setEnd(...this.place(end));
        return [...range.getClientRects()];
    }

    word(x, y) {
        const holds = ({ left, right, top, bottom }) =>
            left <= x && x <= right && top - SLACK <= y && y <= bottom + SLACK;
        return this.words.find((word) => this.boxes(word).some(holds));
    }

    // The letters that a range touches, without white space at its ends; null where there are none.
    snapped(start, end) {
        const touched = start < end ? this.letters.filter((letter) => letter.end > start && letter.start < end) : [];
        const seen = touched.filter(({ segment }) => segment.trim());
        return seen.length ? { start: seen[0].start, end: seen.at(-1).end } : null;
    }

    // --- mouse and touch ---

    // What the browser has selected of the text, also while it is still being selected.
    selection() {
        const found = document.getSelection();
        if (!found?.rangeCount || found.isCollapsed || !this.element.contains(found.anchorNode)) return null;
        const range = found.getRangeAt(0);
        const ends = [
            [range.startContainer, range.startOffset, 0],
            [range.endContainer, range.endOffset, this.text.length],
        ];
        const [start, end] = ends.map(([container, within, outside]) =>
            this.element.contains(container) ? this.offset(container, within) : outside,
        );
        return this.snapped(start, end);
    }

    selecting() {
        const range = this.selection();
        if (!range) return;
        this.chosen = { anchor: range.start, focus: range.end };
        this.isTapped = false;
        this.changed();
    }

    // With a mouse the selection is drawn as the keyboard's is; on touch its handles stay.
    selected() {
        if (this.pointer === "touch" || !this.selection()) return;
        this.selecting();
        this.isDragged = true;
        document.getSelection().removeAllRanges();
        this.draw();
        setTimeout(() => (this.isDragged = false)); // after the click that ends the drag
    }

    clicked({ clientX, clientY, shiftKey }) {
        if (this.isDragged || this.selection()) return;
        const word = this.word(clientX, clientY);
        const goesOn = this.chosen && !this.mark && (this.pointer === "touch" ? this.isTapped : shiftKey);
        const mark = word && this.marks.find(({ start, end }) => start < word.end && word.start < end);
        const again = word && this.chosen && this.range.start <= word.start && word.end <= this.range.end;
        if (!word || (again && !shiftKey)) this.chosen = null;
        else if (goesOn) this.reach(word);
        else this.choose(mark ?? word);
        this.isTapped = this.pointer === "touch" && this.chosen !== null;
        this.redraw();
    }

    reach({ start, end }) {
        const range = this.range;
        this.choose({ start: Math.min(start, range.start), end: Math.max(end, range.end) });
    }

    // --- keyboard ---

    // Whether the key was for the text.
    press({ key, shiftKey, altKey }) {
        const ahead = getComputedStyle(this.element).direction === "rtl" ? -1 : 1;
        const way = { ArrowRight: ahead, ArrowLeft: -ahead }[key];
        if (way && altKey) shiftKey ? this.extendByLetter(way) : this.stepByLetter(way);
        else if (way) shiftKey ? this.extend(way) : this.step(way);
        else if (altKey) return false;
        else if (key === "Home" || key === "End") this.goTo(key === "Home" ? 0 : -1, shiftKey);
        else if (SEVERITY_OF[key]) return this.apply(SEVERITY_OF[key]), true;
        else if (key === "Delete" || key === "Backspace") return this.remove(), true;
        else if (key === "Escape" && this.chosen) this.chosen = null;
        else return false;
        this.isTapped = false;
        this.redraw();
        return true;
    }

    choose({ start, end }) {
        this.chosen = { anchor: start, focus: end };
    }

    // To the next word, or to the next mark as a whole.
    step(way) {
        const outside = (word) => !this.marks.some(({ start, end }) => start < word.end && word.start < end);
        const stops = [...this.marks, ...this.words.filter(outside)].sort((a, b) => a.start - b.start);
        const { start, end } = this.range ?? { start: this.at, end: this.at };
        const next = way > 0 ? stops.find((stop) => stop.start >= end) : stops.findLast((stop) => stop.end <= start);
        if (next) this.choose(next);
        else if (!this.chosen && stops.length) this.choose(stops.at(way > 0 ? -1 : 0));
    }

    // Word by word: what was chosen first stays chosen when the focus passes it.
    extend(way) {
        if (!this.chosen) return this.step(way);
        let { anchor, focus } = this.chosen;
        const isBack = way > 0 === focus < anchor; // towards the anchor
        if (isBack) {
            const inner = this.words.map(({ start, end }) => (focus < anchor ? start : end));
            const next = way > 0 ? inner.find((at) => at > focus) : inner.findLast((at) => at < focus);
            if (next !== undefined && (next - anchor) * (focus - anchor) > 0) return (this.chosen.focus = next);
            [anchor, focus] = [focus, anchor];
        }
        const next = way > 0 ? this.words.find(({ end }) => end > focus)?.end
            : this.words.findLast(({ start }) => start < focus)?.start;
        this.chosen = { anchor, focus: next ?? focus };
    }

    beside(offset, way) {
        if (way > 0) return this.letters.find(({ end }) => end > offset)?.end;
        return this.letters.findLast(({ start }) => start < offset)?.start;
    }

    stepByLetter(way) {
        const { start, end } = this.range ?? { start: this.at, end: this.at };
        const from = way > 0 ? end : start;
        const to = this.beside(from, way);
        if (to !== undefined) this.choose({ start: Math.min(from, to), end: Math.max(from, to) });
    }

    extendByLetter(way) {
        if (!this.chosen) return this.stepByLetter(way);
        const { anchor, focus } = this.chosen;
        const next = this.beside(focus, way);
        const to = next === anchor ? this.beside(next, way) : next;
        if (to !== undefined) this.chosen.focus = to;
    }

    goTo(place, isExtending) {
        const word = this.words.at(place);
        if (!word) return;
        if (isExtending && this.chosen) this.reach(word);
        else this.choose(word);
    }

    // --- marks ---

    // What is marked last counts: of earlier marks the rest stays.
    apply(severity) {
        const range = this.chosen && this.snapped(this.range.start, this.range.end);
        if (!range) return;
        const rest = this.marks.flatMap((mark) => [
            { ...mark, end: Math.min(mark.end, range.start) },
            { ...mark, start: Math.max(mark.start, range.end) },
        ]);
        this.marks = rest.flatMap(({ start, end, ...others }) => {
            const kept = this.snapped(start, end);
            return kept ? [{ ...others, ...kept }] : [];
        });
        this.marks.push({ ...range, severity, category: this.category });
        this.end(range.end);
    }

    // Of the mark that is chosen, and of those that are made from now on.
    categorize(category) {
        this.category = category;
        if (this.mark) this.mark.category = category;
        this.redraw();
    }

    // Marks that are chosen, wholly or in part.
    remove() {
        if (!this.chosen) return;
        const { start, end } = this.range;
        this.marks = this.marks.filter((mark) => mark.end <= start || end <= mark.start);
        this.end(start);
    }

    end(at) {
        this.marks.sort((a, b) => a.start - b.start);
        this.chosen = null;
        this.at = at;
        if (this.selection()) document.getSelection().removeAllRanges();
        this.redraw();
    }

    redraw() {
        this.draw();
        this.element.querySelector(".chosen")?.scrollIntoView({ block: "nearest" });
        this.changed();
    }

    destroy() {
        this.ending.abort();
    }
}
