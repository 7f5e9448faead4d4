// Draws what ui/alignment.py's payload() says. Nodes hold text as text: nothing here reads text as markup.

const SVG = "http://www.w3.org/2000/svg";
const SIGNS = { "+": "insertion", "-": "deletion", "~": "substitution", "=": "match" };
const SHOWN = { "+": "+", "-": "−", "~": "~", "=": "=" };
const LINK_HEIGHT = 84; // px between two rows
const ARC_STEP = 24; // px between arcs one above the other
const LABEL_DROP = 16; // px from a word to its link's label: there no two labels meet

function node(tag, classes = "", text = "") {
    const made = document.createElement(tag);
    made.className = classes;
    made.textContent = text;
    return made;
}

function shape(tag, classes, attributes, text = "") {
    const made = document.createElementNS(SVG, tag);
    made.setAttribute("class", classes);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.textContent = text;
    return made;
}

function wordOf(token) {
    return token.parts.map(([text]) => text).join("");
}

function drawToken(token, extra = "") {
    const sign = SIGNS[token.sign];
    const chip = node("span", `token kind-${token.kind} ${sign ? `sign-${sign}` : ""} ${extra}`);
    const word = node("span", "word");
    for (const [text, kind] of token.parts) if (text) word.append(node("span", kind, text));
    chip.append(word);
    if (token.sign) word.append(Object.assign(node("sup", "", SHOWN[token.sign]), { dir: "ltr" }));
    if (token.note) chip.append(Object.assign(node("small", "", token.note), { dir: "ltr" }));
    return chip;
}

function drawLegend(entries) {
    const legend = node("div", "legend");
    for (const { words, sample, style, meaning } of entries) {
        const entry = node("span");
        const line = shape("svg", "", { "aria-hidden": "true", viewBox: "0 0 32 12" });
        line.append(shape("path", `link ${style} mean-${meaning}`, { d: "M0,6H32" }));
        entry.append(sample ? drawToken(sample, "legible") : line, words);
        legend.append(entry);
    }
    return legend;
}

// How many arcs high each arc of a row stands: short ones low, none through another.
function levels(arcs) {
    const reach = (arc) => [Math.min(arc.start, arc.to), Math.max(arc.end, arc.to)];
    const width = (arc) => reach(arc)[1] - reach(arc)[0];
    const taken = [];
    for (const arc of [...arcs].sort((a, b) => width(a) - width(b))) {
        const [start, end] = reach(arc);
        const free = taken.findIndex((spans) => spans.every(([a, b]) => end <= a || b <= start));
        const level = free < 0 ? taken.push([]) - 1 : free;
        taken[level].push([start, end]);
        arc.level = level;
    }
    return taken.length;
}

class Figure {
    constructor(data) {
        this.data = data;
        this.element = Object.assign(node("div", "figure"), { role: "group", ariaLabel: data.label });
        this.scroller = node("div", "scroller");
        this.grid = Object.assign(node("div", "grid"), { dir: "auto" });
        this.lines = shape("svg", "lines", { "aria-hidden": "true" });
        this.tip = Object.assign(node("div", "tip"), { popover: "manual", role: "tooltip", dir: "auto" });
        this.heights = data.rows.map((_, row) => levels(data.arcs.filter((arc) => arc.row === row)) * ARC_STEP);
        this.tokens = data.rows.map((row, number) => this.drawRow(row, number));
        this.grid.append(this.lines); // last: the first letters in it, which set its direction, are a word's
        this.layOut();
        this.scroller.append(this.grid);
        if (data.legend.length) this.element.append(drawLegend(data.legend));
        this.element.append(this.scroller, this.tip);
        this.listen();
        this.observer = new ResizeObserver(() => this.draw());
        this.observer.observe(this.grid);
    }

    drawRow(row, number) {
        const name = Object.assign(node("div", "name"), { dir: "auto" });
        name.append(node("b", "", row.name), node("span", "", row.about));
        name.title = row.name;
        name.style.gridRow = number * 3 + 2;
        this.grid.append(name);
        return row.tokens.map((token, place) => {
            const chip = drawToken(token);
            chip.style.gridRow = number * 3 + 2;
            chip.style.gridColumn = token.column + 2;
            chip.tabIndex = number || place ? -1 : 0;
            chip.ariaLabel = [wordOf(token), ...token.tip].join(". ");
            chip.role = "note";
            Object.assign(chip, { place: [number, place], tipLines: token.tip });
            this.grid.append(chip);
            return chip;
        });
    }

    layOut() {
        const rows = this.data.rows;
        const columns = 1 + Math.max(0, ...rows.flatMap((row) => row.tokens.map((token) => token.column)));
        this.grid.style.gridTemplateColumns = `auto repeat(${columns}, max-content)`;
        this.grid.style.gridTemplateRows = rows
            .map((_, row) => `${this.heights[row]}px auto ${row < rows.length - 1 ? LINK_HEIGHT : 0}px`)
            .join(" ");
    }

    // A token's place in the drawing, in px from its corner.
    box(row, place) {
        const own = this.tokens[row][place].getBoundingClientRect();
        const all = this.grid.getBoundingClientRect();
        const [left, top] = [own.left - all.left, own.top - all.top];
        return { left, top, right: left + own.width, bottom: top + own.height, middle: left + own.width / 2 };
    }

    draw() {
        const { links, frames, arcs } = this.data;
        this.lines.replaceChildren();
        this.links = links.map((link) => this.drawLink(link));
        this.lines.append(...this.links.map(({ path }) => path), ...this.links.map(({ label }) => label));
        frames.forEach((frame) => this.drawFrame(frame));
        arcs.forEach((arc) => this.drawArc(arc));
        if (this.pointed) this.light(this.pointed);
    }

    drawLink({ row, start, end, label, style, meaning }) {
        const [from, to] = [this.box(row, start), this.box(row + 1, end)];
        const [top, bottom, half] = [from.bottom, to.top, (from.bottom + to.top) / 2];
        const d = `M${from.middle},${top}C${from.middle},${half + 8} ${to.middle},${half - 8} ${to.middle},${bottom}`;
        const share = LABEL_DROP / Math.max(1, bottom - top);
        const x = from.middle + (to.middle - from.middle) * share * share * (3 - 2 * share);
        return {
            ends: [this.tokens[row][start], this.tokens[row + 1][end]],
            path: shape("path", `link ${style} mean-${meaning}`, { d }),
            label: shape("text", `label ${style} mean-${meaning}`, { x, y: top + LABEL_DROP }, label),
        };
    }

    drawFrame({ row, start, end, meaning }) {
        const [first, last] = [this.box(row, start), this.box(row, end - 1)];
        const [left, right] = [Math.min(first.left, last.left) - 3, Math.max(first.right, last.right) + 3];
        const place = { x: left, y: first.top - 3, width: right - left, height: first.bottom - first.top + 6 };
        this.lines.append(shape("rect", `frame mean-${meaning}`, place));
    }

    // Where the gap before a token is; at the row's end the place after its last one.
    gap(row, to) {
        const rightToLeft = getComputedStyle(this.grid).direction === "rtl";
        const atEnd = to === this.tokens[row].length;
        const box = this.box(row, atEnd ? to - 1 : to);
        return { x: atEnd !== rightToLeft ? box.right + 3 : box.left - 3, top: box.top };
    }

    drawArc({ row, start, end, to, label, meaning, level }) {
        const [first, last, goal] = [this.box(row, start), this.box(row, end - 1), this.gap(row, to)];
        const [from, top] = [(first.middle + last.middle) / 2, first.top - 4];
        const height = top - (level + 0.6) * ARC_STEP;
        const bend = Math.min(10, Math.abs(goal.x - from) / 2) * Math.sign(goal.x - from);
        const d =
            `M${from},${top}V${height + 8}Q${from},${height} ${from + bend},${height}` +
            `H${goal.x - bend}Q${goal.x},${height} ${goal.x},${height + 8}V${goal.top - 6}`;
        const head = `M${goal.x - 5},${goal.top - 8}h10l-5,8z`;
        this.lines.append(
            shape("path", `arc mean-${meaning}`, { d }),
            shape("path", `head mean-${meaning}`, { d: head }),
            shape("text", `label mean-${meaning}`, { x: (from + goal.x) / 2, y: height }, label),
        );
    }

    listen() {
        const chip = (event) => event.target.closest?.(".grid .token");
        this.grid.addEventListener("pointerover", (event) => this.point(chip(event)));
        this.grid.addEventListener("pointerleave", () => this.point(null));
        this.grid.addEventListener("focusin", (event) => this.point(chip(event)));
        this.grid.addEventListener("focusout", () => this.point(null));
        this.grid.addEventListener("keydown", (event) => this.step(event));
        this.scroller.addEventListener("scroll", () => this.showTip());
    }

    point(token) {
        if (token === this.pointed) return;
        this.pointed = token;
        for (const lit of this.grid.querySelectorAll(".lit")) lit.classList.remove("lit");
        if (token) this.light(token);
        this.showTip();
    }

    light(token) {
        token.classList.add("lit");
        for (const { ends, path, label } of this.links ?? []) {
            if (!ends.includes(token)) continue;
            for (const part of [...ends, path, label]) part.classList.add("lit");
            this.lines.append(path, label);
        }
    }

    showTip() {
        const lines = this.pointed?.tipLines ?? [];
        if (!lines.length) return this.tip.hidePopover();
        this.tip.replaceChildren(...lines.map((line) => Object.assign(node("div", "", line), { dir: "auto" })));
        this.tip.showPopover();
        const [word, own] = [this.pointed.getBoundingClientRect(), this.tip.getBoundingClientRect()];
        const left = Math.min(Math.max(8, word.left), innerWidth - own.width - 8);
        const above = this.pointed.place[0] === 0 && word.top > own.height + 16;
        const top = above ? word.top - own.height - 10 : word.bottom + 10;
        Object.assign(this.tip.style, { left: `${left}px`, top: `${top}px` });
    }

    // Arrow keys go along a row and over to the partner.
    step(event) {
        const [row, place] = event.target.place ?? [];
        if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
        const ahead = getComputedStyle(this.grid).direction === "rtl" ? -1 : 1;
        const along = { ArrowRight: ahead, ArrowLeft: -ahead, Home: -place, End: Infinity }[event.key];
        const across = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        const tokens = this.tokens[row];
        let next = null;
        if (along !== undefined) next = tokens[Math.min(Math.max(place + along, 0), tokens.length - 1)];
        if (across) next = this.partner(event.target, row + across);
        if (along === undefined && !across) return;
        event.preventDefault();
        if (next) this.focus(next);
    }

    partner(token, row) {
        const link = this.links.find(({ ends }) => ends.includes(token) && ends.some((end) => end.place[0] === row));
        return link?.ends.find((end) => end !== token);
    }

    focus(token) {
        for (const other of this.tokens.flat()) other.tabIndex = other === token ? 0 : -1;
        token.focus();
        token.scrollIntoView({ block: "nearest", inline: "center" });
    }

    get text() {
        return this.data.rows.map((row) => row.tokens.map(wordOf).join(" ")).join("\n");
    }

    remove() {
        this.observer.disconnect();
        this.element.remove();
    }
}

const figures = new WeakMap();

export default function ({ data, parentElement }) {
    const before = figures.get(parentElement);
    const figure = new Figure(data);
    const place = before?.text === figure.text ? before.scroller.scrollLeft : 0;
    before?.remove();
    parentElement.append(figure.element);
    figure.scroller.scrollLeft = place;
    figures.set(parentElement, figure);
    return () => {
        figure.remove();
        if (figures.get(parentElement) === figure) figures.delete(parentElement);
    };
}
