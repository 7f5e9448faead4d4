// Draws what course/story/story.py's payload() says, and follows scrolling, keys and presses. Nodes hold text as text.

const SVG = "http://www.w3.org/2000/svg";
const KEYS = { ArrowRight: 1, ArrowLeft: -1 };
const PRESENTED = { ...KEYS, PageDown: 1, PageUp: -1 }; // as a presenter has them in the hand
const KEPT = "bleuscope-story";

const isReloaded = performance.getEntriesByType("navigation")[0]?.type !== "navigate";
let left = isReloaded ? Number(stored()) : 0; // the step at which the page was left
const WORDS = { cut: "clipped away", n0: "in no reference", asked: "?" };

// A browser that keeps nothing of any site refuses both.
function stored() {
    try {
        return sessionStorage.getItem(KEPT);
    } catch {
        return null;
    }
}

function store(at) {
    try {
        sessionStorage.setItem(KEPT, at);
    } catch {
        // the story begins anew after a reload
    }
}

function node(tag, classes = "", text = "") {
    const made = document.createElement(tag);
    made.className = classes;
    made.textContent = text;
    return made;
}

function within(tag, classes, parts) {
    const made = node(tag, classes);
    made.append(...parts);
    return made;
}

function drawTerm({ text, part, below, above }) {
    if (below) return within("span", `fraction ${part}`, [node("span", "", text), node("span", "", below)]);
    return within("span", part, [text, ...(above ? [node("sup", "", above)] : [])]);
}

function drawFormula({ terms, heard, index }) {
    const formula = Object.assign(node("p", "formula"), { role: "math", ariaLabel: heard });
    let root = null;
    for (const term of terms) {
        if (term.is_in_root && !root) {
            root = node("span", "rooted");
            formula.append(within("span", "root", [node("sup", "", index), node("span", "sign", "√"), root]));
        }
        if (!term.is_in_root) root = null;
        (root ?? formula).append(drawTerm(term));
    }
    return formula;
}

function drawBar({ name, filled, cells, part }) {
    const track = node("span", "track");
    for (let at = 0; at < cells; at++) {
        const cell = node("i", at < filled ? `filled ${part}` : "");
        cell.style.setProperty("--at", at);
        track.append(cell);
    }
    return within("div", "bar", [node("span", "", name), track, node("b", "", `${filled} / ${cells}`)]);
}

class Story {
    constructor(data) {
        this.data = data;
        this.picture = this.drawPicture();
        this.steps = data.steps.map((step) => this.drawStep(step));
        this.story = within("div", "story", [this.picture, within("div", "steps", this.steps)]);
        this.element = within("div", "frame", [this.story]);
        this.ending = new AbortController();
        // Before the keys of the page around it: these go on from the last step.
        document.addEventListener("keydown", (event) => this.press(event), { signal: this.ending.signal, capture: true });
        for (const own of ["wheel", "touchmove", "pointerdown"])
            addEventListener(own, () => (this.going = null), { signal: this.ending.signal, capture: true, passive: true });
        this.resizing = new ResizeObserver(() => this.watch());
        this.resizing.observe(this.element);
        addEventListener("resize", () => this.watch(), { signal: this.ending.signal });
        this.going = null;
        this.show(0);
    }

    drawPicture() {
        const { data } = this;
        const columns = data.reference.length;
        this.reference = data.reference.map((word) => node("span", "word", word));
        this.output = data.output.map((word) => node("span", "word", word));
        this.missing = Array.from({ length: data.indent }, () => node("span", "word missing"));
        this.lines = document.createElementNS(SVG, "svg");
        this.lines.setAttribute("viewBox", `0 0 ${columns} 1`);
        this.lines.setAttribute("preserveAspectRatio", "none");
        for (const [from, to] of data.links) {
            const line = document.createElementNS(SVG, "path");
            line.setAttribute("d", `M${to + 0.5},0L${from + data.indent + 0.5},1`);
            this.lines.append(line);
        }
        this.ngrams = data.ngrams.map((ngrams, at) => this.drawNGrams(ngrams, at + 1));
        this.bars = data.bars.map(drawBar);
        this.total = within("div", "bar total", [
            node("span", "", ""),
            within("span", "track", [node("i", "bitten"), node("i", "kept")]),
            node("b"),
        ]);
        this.total.style.setProperty("--mean", `${data.mean}%`);
        this.total.style.setProperty("--score", `${data.score}%`);
        const sentences = within("div", "sentences", [
            node("small", "", "reference"),
            within("div", "row", this.reference),
            within("div", "between", [this.lines, node("small", "", "output")]),
            within("div", "row", [...this.missing, ...this.output]),
            within("div", "brackets", this.ngrams),
        ]);
        sentences.style.setProperty("--columns", columns);
        const drawn = within("div", "drawn", [sentences, within("div", "bars", [...this.bars, this.total])]);
        Object.assign(drawn, { role: "img", ariaLabel: data.label });
        this.dots = data.steps.map(({ title }, at) => this.drawDot(title, at));
        return within("div", "picture", [drawn, Object.assign(within("nav", "dots", this.dots), { ariaLabel: "Steps" })]);
    }

    // Beneath the words, one row for each way to begin, so that none lies on another.
    drawNGrams(ngrams, order) {
        const rows = node("div", `ngrams n${order}`);
        ngrams.forEach(({ start, end, is_counted }, at) => {
            const bracket = node("i", is_counted ? "counted" : "");
            bracket.style.gridArea = `${1 + (at % order)} / ${1 + start + this.data.indent} / auto / span ${end - start}`;
            rows.append(bracket);
        });
        return rows;
    }

    drawDot(title, at) {
        const dot = Object.assign(node("button", "", `${at + 1}`), { type: "button", title });
        dot.ariaLabel = `Step ${at + 1}: ${title}`;
        dot.addEventListener("click", () => this.go(at));
        return dot;
    }

    drawStep({ title, text, formulas }) {
        return within("section", "step", [node("h3", "", title), node("p", "", text), ...formulas.map(drawFormula)]);
    }

    press(event) {
        const by = (document.querySelector(".st-key-presenting") ? PRESENTED : KEYS)[event.key];
        if (!by) this.going = null;
        if (!by || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
        if (event.composedPath().some((element) => element.matches?.(TYPED_INTO))) return;
        const to = this.at + by;
        if (to < 0 || to >= this.steps.length) return;
        event.preventDefault();
        this.go(to);
    }

    go(to, behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth") {
        this.show(to);
        this.going = to;
        this.steps[to].scrollIntoView({ behavior, block: this.isBeside() ? "center" : "start" });
    }

    isBeside() {
        return getComputedStyle(this.story).display === "grid";
    }

    // A step is read while it crosses a line: the middle of the window, or of what the picture above leaves of it.
    watch() {
        if (!this.element.isConnected) return; // a page that is left has no size
        const top = parseFloat(getComputedStyle(this.picture).top);
        const beneath = this.isBeside() ? 0 : top + this.picture.offsetHeight;
        this.story.style.setProperty("--beneath", `${beneath}px`);
        const line = Math.round(beneath + (innerHeight - beneath) * (beneath ? 0.4 : 0.5));
        const rootMargin = `${-line}px 0px ${line + 1 - innerHeight}px 0px`;
        if (rootMargin === this.rootMargin) return;
        this.rootMargin = rootMargin;
        this.observer?.disconnect();
        this.observer = new IntersectionObserver((entries) => this.read(entries), { rootMargin });
        for (const step of this.steps) this.observer.observe(step);
    }

    read(entries) {
        const read = entries.find(({ isIntersecting }) => isIntersecting);
        const at = read ? this.steps.indexOf(read.target) : -1;
        if (at < 0 || (this.going !== null && at !== this.going)) return; // on the way to a step others are passed
        this.going = null;
        this.show(at);
    }

    show(at) {
        if (at === this.at) return;
        this.at = at;
        store(at);
        const { steps, shown, indent } = this.data;
        if (at === steps.length - 1) this.tell();
        const step = steps[at];
        this.steps.forEach((each, place) => each.classList.toggle("read", place === at));
        this.dots.forEach((dot, place) => (dot.ariaCurrent = place === at ? "step" : null));
        for (const name of ["output", "reference"])
            this[name].forEach((word, place) => {
                word.className = `word ${step[name][place]}`;
                word.title = WORDS[step[name][place]] ?? "";
            });
        this.picture.classList.toggle("linked", step.is_linked);
        this.picture.classList.toggle("short", step.total === "score" && indent > 0);
        this.ngrams.forEach((ngrams, place) => ngrams.classList.toggle("there", place > 0 && place + 1 === step.order));
        this.bars.forEach((bar, place) => bar.classList.toggle("full", place < step.bars));
        this.total.className = `bar total ${step.total}`;
        this.total.firstChild.textContent = step.total === "mean" ? "mean × 100" : "BLEU";
        this.total.lastChild.textContent = shown[step.total] ?? "";
    }

    remove() {
        this.ending.abort();
        this.resizing.disconnect();
        this.observer?.disconnect();
        this.element.remove();
    }
}

const drawn = new WeakMap();

// Streamlit calls this at each run with the same parent; the story stays as it is read, for its data never change.
export default function ({ data, parentElement, setTriggerValue }) {
    const known = drawn.get(parentElement);
    const story = known ?? new Story(data);
    story.tell = () => setTriggerValue("read", true);
    if (!known) {
        drawn.set(parentElement, story);
        parentElement.append(story.element);
        if (left > 0 && left < data.steps.length) requestAnimationFrame(() => story.go(left, "auto"));
        requestAnimationFrame(() => (left = 0));
    }
    const call = (story.call = {});
    return () => {
        if (story.call !== call) return;
        drawn.delete(parentElement);
        story.remove();
    };
}
