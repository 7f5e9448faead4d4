// Draws what ui/drawing/component.py's payload() says. Nodes hold text as text: nothing here reads text as markup.

const SVG = "http://www.w3.org/2000/svg";
const SIGNS = { "+": "insertion", "-": "deletion", "~": "substitution", "=": "match" };
const SHOWN = { "+": "+", "-": "−", "~": "~", "=": "=" };
const LINK_HEIGHT = 72; // px between two rows
const UPRIGHT_HEIGHT = 40; // px where all links are upright
const ARC_STEP = 24; // px between arcs one above the other
const LABEL_DROP = 16; // px from a word to its link's label: there no two labels meet
const MARGIN = 8; // px that a word takes besides its own width
const STUB = 10; // px that are drawn of a link to another line

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

// Where a drawing is broken into lines: [first column, end] of each. Near the end of what fits, where fewest links break.
function lineBreaks(widths, room, broken) {
    const lines = [];
    for (let start = 0; start < widths.length; start = lines.at(-1)[1]) {
        let [end, used] = [start + 1, widths[start]];
        while (end < widths.length && used + widths[end] <= room) used += widths[end++];
        let best = end;
        for (let at = end; end < widths.length && at > start + 0.8 * (end - start); at--)
            if (broken(at) < broken(best)) best = at;
        lines.push([start, best]);
    }
    return lines.length ? lines : [[0, 0]];
}

class Figure {
    constructor(data) {
        this.data = data;
        this.element = Object.assign(node("div", "figure"), { role: "group", ariaLabel: data.label });
        this.scroller = node("div", "scroller");
        this.canvas = Object.assign(node("div", "canvas"), { dir: data.direction });
        this.lines = shape("svg", "lines", { "aria-hidden": "true" });
        this.tip = Object.assign(node("div", "tip"), { popover: "manual", role: "tooltip", dir: "auto" });
        this.heights = data.rows.map((_, row) => levels(data.arcs.filter((arc) => arc.row === row)) * ARC_STEP);
        this.tokens = data.rows.map((row, number) => row.tokens.map((token, place) => this.chip(token, number, place)));
        this.columns = 1 + Math.max(-1, ...this.tokens.flat().map((chip) => chip.column));
        this.scroller.append(this.canvas);
        this.element.append(this.scroller, this.tip);
        if (data.legend.length) this.element.append(drawLegend(data.legend));
        this.ending = new AbortController();
        this.listen();
        this.observer = new ResizeObserver(() => this.layOut());
        this.observer.observe(this.scroller);
        this.observer.observe(this.canvas);
    }

    chip(token, row, place) {
        const chip = drawToken(token);
        chip.style.gridRow = row * 3 + 2;
        chip.tabIndex = row || place ? -1 : 0;
        chip.ariaLabel = [wordOf(token), ...token.tip].join(". ");
        chip.role = "note";
        return Object.assign(chip, { place: [row, place], column: token.column, tipLines: token.tip });
    }

    // In one line first, to see how wide the columns are; then in as many as it takes.
    layOut() {
        const room = this.scroller.clientWidth;
        if (room !== this.room) {
            this.room = room;
            this.place([[0, this.columns]]);
            const widths = new Array(this.columns).fill(0);
            for (const chip of this.tokens.flat())
                widths[chip.column] = Math.max(widths[chip.column], chip.offsetWidth + MARGIN);
            const names = this.canvas.querySelector(".name")?.offsetWidth ?? 0;
            this.place(lineBreaks(widths, room - names - MARGIN, (at) => this.broken(at)));
        }
        this.draw();
    }

    broken(at) {
        const apart = ({ row, start, end }) =>
            this.tokens[row][start].column < at !== this.tokens[row + 1][end].column < at;
        return this.data.links.filter(apart).reduce((sum, { style }) => sum + (style === "faint" ? 0.2 : 1), 0);
    }

    place(breaks) {
        const grids = breaks.map(([start, end], line) => {
            const grid = node("div", "grid");
            const rows = this.data.rows.map(
                (_, row) => `${this.above(row, start, end)}px auto ${this.below(row)}px`,
            );
            grid.style.gridTemplateColumns = `auto repeat(${Math.max(1, end - start)}, max-content)`;
            grid.style.gridTemplateRows = rows.join(" ");
            grid.append(...this.data.rows.map((row, number) => this.name(row, number)));
            for (const chip of this.tokens.flat().filter(({ column }) => start <= column && column < end)) {
                Object.assign(chip, { line }).style.gridColumn = chip.column - start + 2;
                grid.append(chip);
            }
            return grid;
        });
        this.canvas.replaceChildren(...grids, this.lines);
    }

    // Room for arcs, where the line that holds these columns has any.
    above(row, start, end) {
        const column = (place) => this.tokens[row][Math.min(place, this.tokens[row].length - 1)].column;
        const passes = (arc) => {
            const columns = [arc.start, arc.end - 1, arc.to].map(column);
            return Math.min(...columns) < end && start <= Math.max(...columns);
        };
        return this.data.arcs.some((arc) => arc.row === row && passes(arc)) ? this.heights[row] : 0;
    }

    below(row) {
        if (row === this.data.rows.length - 1) return 0;
        const links = this.data.links.filter((link) => link.row === row);
        const upright = ({ start, end }) => this.tokens[row][start].column === this.tokens[row + 1][end].column;
        return links.every(upright) ? UPRIGHT_HEIGHT : LINK_HEIGHT;
    }

    name(row, number) {
        const name = Object.assign(node("div", "name"), { dir: "auto", title: row.name });
        name.append(node("b", "", row.name), node("span", "", row.about));
        name.style.gridRow = number * 3 + 2;
        return name;
    }

    // A token's place in the drawing, in px from its corner.
    box(row, place) {
        const chip = this.tokens[row][place];
        const own = chip.getBoundingClientRect();
        const all = this.canvas.getBoundingClientRect();
        const [left, top] = [own.left - all.left, own.top - all.top];
        const [right, bottom] = [left + own.width, top + own.height];
        return { left, top, right, bottom, middle: left + own.width / 2, line: chip.line };
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

    // A link to another line has only its ends drawn, all of it while it is pointed at.
    drawLink({ row, start, end, label, style, meaning }) {
        const [from, to] = [this.box(row, start), this.box(row + 1, end)];
        const [top, bottom, half] = [from.bottom, to.top, (from.bottom + to.top) / 2];
        const whole = `M${from.middle},${top}C${from.middle},${half + 8} ${to.middle},${half - 8} ${to.middle},${bottom}`;
        const ends = `M${from.middle},${top}v${STUB}M${to.middle},${bottom}v${-STUB}`;
        const share = LABEL_DROP / Math.max(1, bottom - top);
        const bend = from.line === to.line ? share * share * (3 - 2 * share) : 0;
        const place = { x: from.middle + (to.middle - from.middle) * bend, y: top + LABEL_DROP };
        const shown = from.line === to.line ? whole : ends;
        return {
            ends: [this.tokens[row][start], this.tokens[row + 1][end]],
            whole,
            shown,
            path: shape("path", `link ${style} mean-${meaning}`, { d: shown }),
            label: shape("text", `label ${style} mean-${meaning}`, place, label + this.way(from, to)),
        };
    }

    way(from, to) {
        return from.line === to.line ? "" : from.line < to.line ? " ↓" : " ↑";
    }

    drawFrame({ row, start, end, meaning }) {
        const boxes = this.tokens[row].slice(start, end).map((_, i) => this.box(row, start + i));
        for (const line of new Set(boxes.map((box) => box.line))) {
            const part = boxes.filter((box) => box.line === line);
            const [left, right] = [Math.min(...part.map((b) => b.left)), Math.max(...part.map((b) => b.right))];
            const [top, bottom] = [part[0].top, Math.max(...part.map((b) => b.bottom))];
            const place = { x: left - 3, y: top - 3, width: right - left + 6, height: bottom - top + 6 };
            this.lines.append(shape("rect", `frame mean-${meaning}`, place));
        }
    }

    // Where the gap before a token is; at the row's end the place after its last one.
    gap(row, to) {
        const rightToLeft = getComputedStyle(this.canvas).direction === "rtl";
        const atEnd = to === this.tokens[row].length;
        const box = this.box(row, atEnd ? to - 1 : to);
        return { ...box, x: atEnd !== rightToLeft ? box.right + 3 : box.left - 3 };
    }

    drawArc({ row, start, end, to, label, meaning, level }) {
        const [first, last, goal] = [this.box(row, start), this.box(row, end - 1), this.gap(row, to)];
        const from = first.line === last.line ? (first.middle + last.middle) / 2 : first.middle;
        const top = first.top - 4;
        const height = top - (level + 0.6) * ARC_STEP;
        const bend = Math.min(10, Math.abs(goal.x - from) / 2) * Math.sign(goal.x - from);
        const whole =
            `M${from},${top}V${height + 8}Q${from},${height} ${from + bend},${height}` +
            `H${goal.x - bend}Q${goal.x},${height} ${goal.x},${height + 8}V${goal.top - 6}`;
        const same = first.line === goal.line;
        const [out] = this.edges(first.line < goal.line);
        const place = { x: (from + (same ? goal.x : out)) / 2, y: height };
        this.lines.append(
            shape("path", `arc mean-${meaning}`, { d: same ? whole : this.longWay(row, from, first, goal, level) }),
            shape("path", `head mean-${meaning}`, { d: `M${goal.x - 5},${goal.top - 8}h10l-5,8z` }),
            shape("text", `label mean-${meaning}`, place, label + this.way(first, goal)),
        );
    }

    // Where a long arc leaves a line, and where it comes into the next.
    edges(on) {
        const near = this.canvas.querySelector(".name").offsetWidth;
        const all = this.canvas.getBoundingClientRect().width;
        const rightToLeft = getComputedStyle(this.canvas).direction === "rtl";
        const [start, end] = rightToLeft ? [all - near, 4] : [near, all - 4];
        return on ? [end, start] : [start, end];
    }

    // Out at the edge of one line, through those between, in at the other edge.
    longWay(row, from, first, goal, level) {
        const way = first.line < goal.line ? 1 : -1;
        const [out, back] = this.edges(way > 0);
        const height = (top) => top - 4 - (level + 0.6) * ARC_STEP;
        const pieces = [`M${from},${first.top - 4}V${height(first.top)}H${out}`];
        for (let line = first.line + way; line !== goal.line; line += way) {
            const within = this.tokens[row].findIndex((chip) => chip.line === line);
            if (within >= 0) pieces.push(`M${back},${height(this.box(row, within).top)}H${out}`);
        }
        return pieces.concat(`M${back},${height(goal.top)}H${goal.x}V${goal.top - 6}`).join("");
    }

    listen() {
        const chip = (event) => event.target.closest?.(".token");
        this.canvas.addEventListener("pointerover", (event) => this.point(chip(event)));
        this.canvas.addEventListener("pointerleave", () => this.point(null));
        this.canvas.addEventListener("focusin", (event) => this.point(chip(event)));
        this.canvas.addEventListener("focusout", () => this.point(null));
        this.canvas.addEventListener("keydown", (event) => this.step(event));
        const anywhere = { capture: true, passive: true, signal: this.ending.signal };
        document.addEventListener("scroll", () => this.showTip(), anywhere);
    }

    point(token) {
        if (token === this.pointed) return;
        this.pointed = token;
        for (const lit of this.canvas.querySelectorAll(".lit")) lit.classList.remove("lit");
        for (const { path, shown } of this.links ?? []) path.setAttribute("d", shown);
        if (token) this.light(token);
        this.showTip();
    }

    light(token) {
        token.classList.add("lit");
        for (const { ends, path, label, whole } of this.links ?? []) {
            if (!ends.includes(token)) continue;
            path.setAttribute("d", whole);
            for (const part of [...ends, path, label]) part.classList.add("lit");
            this.lines.append(path, label);
        }
    }

    showTip() {
        const lines = this.pointed?.tipLines ?? [];
        if (!lines.length) return this.tip.hidePopover();
        this.tip.replaceChildren(...lines.map((line) => Object.assign(node("div", "", line), { dir: "auto" })));
        if (!this.tip.matches(":popover-open")) this.tip.showPopover();
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
        const ahead = getComputedStyle(this.canvas).direction === "rtl" ? -1 : 1;
        const along = { ArrowRight: ahead, ArrowLeft: -ahead, Home: -place, End: Infinity }[event.key];
        const across = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        const tokens = this.tokens[row];
        let next = null;
        if (along !== undefined) next = tokens[Math.min(Math.max(place + along, 0), tokens.length - 1)];
        if (across) next = this.partner(event.target, row + across);
        if (along === undefined && !across) return;
        event.preventDefault();
        event.stopPropagation(); // the page may have arrow keys of its own
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

    remove() {
        this.observer.disconnect();
        this.ending.abort();
        this.element.remove();
    }
}

const figures = new WeakMap();

export default function ({ data, parentElement }) {
    figures.get(parentElement)?.remove();
    const figure = new Figure(data);
    parentElement.append(figure.element);
    figures.set(parentElement, figure);
    return () => figure.remove();
}
