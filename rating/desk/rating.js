// One item a screen, as rating/desk/screens.py has it. What is said of it is sent until the server has heard it; meanwhile,
// and while it is not complete, this browser keeps it, so that neither a reload nor a server that restarts takes it away.

const AGAIN_MS = 1500; // until a message is sent again that no run has heard, at first
const SLOWEST_MS = 30000; // at last: each one ends the run that is at work on the one before
const LATE_MS = 5000; // until it is said that the server does not answer
const NARROW = 900; // px, below which what stands around in the document is folded at first
const DRAFTS = "bleuscope-drafts";
const MAX_DRAFTS = 8; // raters
const AROUND = "bleuscope-around";

let language = "en"; // what the page says is in it
let words = {}; // English text -> that in this language
let newest = 0; // message of this visit
let waiting = null; // the message that no run of the script has heard
let waitingSince = 0;

// A text of this page in the rater's language, with its fields filled.
function says(text, values = {}) {
    return (words[text] ?? text).replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

// --- what this browser keeps ---

function stored(key) {
    try {
        return JSON.parse(localStorage.getItem(key));
    } catch {
        return null; // it keeps nothing, or something else
    }
}

function store(key, value) {
    try {
        localStorage.setItem(key, JSON.stringify(value));
    } catch {
        // what is rated is sent all the same
    }
}

const draftsOf = (seat) => stored(DRAFTS)?.[seat] ?? {};

// By seat, for two raters may have a tab each in one browser.
function keepDraft(seat, item, value) {
    const { [seat]: own, ...others } = stored(DRAFTS) ?? {};
    const items = { ...own, [item]: value };
    if (value === null) delete items[item];
    store(DRAFTS, Object.fromEntries([...Object.entries(others).slice(1 - MAX_DRAFTS), [seat, items]]));
}

// --- what one item is made of ---

function button(label, key, act, name = "") {
    const shown = key ? [node("kbd", { "aria-hidden": "true" }, key)] : [];
    const made = node("button", { type: "button", class: name, "aria-label": label }, node("span", {}, label), ...shown);
    made.addEventListener("click", act);
    return made;
}

function textOf(text, kind = "desk-text") {
    return text ? node("div", { class: kind, dir: "auto", lang: "" }, text) : node("div", { class: `${kind} empty` }, says("(empty)"));
}

function around(texts, label) {
    const about = { class: "desk-around", role: "group", "aria-label": label };
    return texts.length ? [node("div", about, ...texts.map((text) => textOf(text, "quiet")))] : [];
}

const within = ({ before, after }, shown) => [...around(before, says("Before it")), shown, ...around(after, says("After it"))];

function given(block) {
    const texts = node("div", { class: "desk-card" }, ...within(block, textOf(block.text)));
    return node("section", { class: "desk-given" }, node("h2", {}, block.label), texts);
}

// Each question is said once: not again above its scale where the screen has it as its title.
function asked(question, part, title = "") {
    const heading = question === title ? [] : [node("h2", {}, question)];
    return node("div", { class: "desk-scale" }, ...heading, part.element);
}

function severityOf({ name, meaning, examples }) {
    const example = ({ right, wrong, why }) =>
        node("li", {}, node("mark", { class: name }, wrong), ` ${says("for")} `, node("q", {}, right), `: ${why}`);
    const about = node("p", {}, node("b", {}, says(name)), `: ${meaning}`);
    return node("div", { class: "desk-severity" }, about, node("ul", {}, ...examples.map(example)));
}

// What is asked of one item: its parts in the order of the keyboard, what is drawn, and the value that they make.
const SCREENS = {
    "adequacy-fluency": ({ outputs: [output], scales }, value, changed) => {
        const parts = scales.map((scale) => new Steps(scale, value?.[scale.name] ?? null, changed));
        const drawn = [outputOf(output), ...parts.map((part, i) => asked(scales[i].question, part))];
        return { parts, drawn, read: () => Object.fromEntries(parts.map((part, i) => [scales[i].name, part.value])) };
    },
    ranking: ({ outputs, scales: [scale] }, value, changed) => {
        const parts = outputs.map((_, i) => {
            const named = { ...scale, question: says("Rank of translation {at} of {all}", { at: i + 1, all: outputs.length }) };
            return new Steps(named, value?.ranks[i] ?? null, changed, true);
        });
        const ranked = ({ text }, i) => node("div", { class: "desk-card ranked" }, textOf(text), parts[i].element);
        return { parts, drawn: outputs.map(ranked), read: () => ({ ranks: parts.map((part) => part.value) }) };
    },
    contrastive: ({ outputs, scales: [scale] }, value, changed) => {
        const parts = outputs.map((_, i) => {
            const named = { ...scale, question: says("Score of translation {at} of {all}", { at: i + 1, all: outputs.length }) };
            return new Slider(named, value?.scores[i] ?? null, changed);
        });
        const scored = ({ text }, i) => node("div", { class: "desk-card ranked" }, textOf(text), parts[i].element);
        return { parts, drawn: outputs.map(scored), read: () => ({ scores: parts.map((part) => part.value) }) };
    },
    da: ({ outputs: [output], scales: [scale], question }, value, changed) => {
        const slider = new Slider(scale, value?.score ?? null, changed);
        const drawn = [outputOf(output), asked(scale.question, slider, question)];
        return { parts: [slider], drawn, read: () => ({ score: slider.value }) };
    },
    mqm: ({ outputs: [output], categories }, value, changed) => {
        const text = new MarkedText(output.text, value?.spans ?? [], categories, () => (marking.show(), changed(false)));
        const marking = new Marking(text, value?.missing ?? [], changed);
        const shown = output.text ? text.element : textOf("");
        const card = node("div", { class: "desk-card judged" }, ...within(output, shown), marking.element);
        const read = () => ({ spans: text.spans, missing: marking.missing });
        return { parts: [text], drawn: [card], read, press: marking.pressed, tools: marking.tools };
    },
    esa: (data, value, changed) => {
        const { outputs: [output], scales: [scale] } = data;
        const marked = SCREENS.mqm(data, value, changed);
        const slider = new Slider(scale, value?.score ?? null, changed);
        const parts = output.text ? [...marked.parts, slider] : [slider];
        const drawn = [...marked.drawn, asked(scale.question, slider)];
        return { ...marked, parts, drawn, read: () => ({ ...marked.read(), score: slider.value }) };
    },
};

const outputOf = (output) => node("div", { class: "desk-card judged" }, ...within(output, textOf(output.text)));

const missingOf = (severity) => (severity === "minor" ? says("Missing, minor") : says("Missing, major"));

// The buttons that mark, which are there while something is chosen, and what is missing of the source, where no words
// can be marked.
class Marking {
    constructor(text, missing, changed) {
        Object.assign(this, { text, missing: [...missing], changed });
        this.mark = SEVERITIES.map((severity, i) =>
            button(severity === "minor" ? says("Minor") : says("Major"), String(i + 1), () => text.apply(severity), severity),
        );
        this.remove = button(says("Remove"), says("Del"), () => text.remove());
        for (const made of [...this.mark, this.remove])
            made.addEventListener("pointerdown", (event) => event.preventDefault()); // what is chosen stays so
        this.chips = node("span", { class: "desk-chips" });
        const add = (severity, key) => button(missingOf(severity), key, () => this.add(severity), `quiet ${severity}`);
        const lack = node("div", { class: "desk-missing" }, add("minor", "M"), add("major", says("Shift+M")), this.chips);
        this.said = node("span", { class: "desk-unseen", role: "status" });
        this.element = node("div", { class: "desk-marking" }, lack, this.said);
        this.category = this.categoryList();
        this.tools = node("div", { class: "desk-marks" }, ...this.mark, this.category ?? "", this.remove);
        this.pressed = (key, isShifted) => {
            if (key === "m") this.add(SEVERITIES[Number(isShifted)]);
            else if (key === "c" && this.category && this.text.range) this.category.focus();
            else return false;
            return true;
        };
        this.show();
    }

    categoryList() {
        if (!this.text.categories.length) return null;
        const options = ["", ...this.text.categories].map((name) => node("option", { value: name }, name || says("Category")));
        const list = node("select", { "aria-label": says("Category of the error") }, ...options);
        list.addEventListener("change", () => list.value && this.text.categorize(list.value));
        list.addEventListener("keydown", ({ key }) => key === "Escape" && this.text.element.focus());
        return list;
    }

    add(severity) {
        this.missing.push(severity);
        this.show();
        this.changed(false);
    }

    show() {
        const { mark, range } = this.text;
        this.mark.forEach((made, i) => made.setAttribute("aria-pressed", mark?.severity === SEVERITIES[i]));
        this.tools.hidden = !range;
        if (this.category) this.category.value = mark ? mark.category : this.text.category;
        this.remove.disabled = !range || !this.text.marks.some(({ start, end }) => start < range.end && range.start < end);
        this.said.textContent = range ? `${mark ? says(mark.severity) : ""} ${this.text.text.slice(range.start, range.end)}` : "";
        this.chips.replaceChildren(...this.missing.map((severity, i) => this.chip(severity, i)));
    }

    chip(severity, place) {
        const take = () => (this.missing.splice(place, 1), this.show(), this.changed(false));
        const made = button(missingOf(severity), "×", take, `chip ${severity}`);
        made.ariaLabel = says("{what}: remove", { what: missingOf(severity) });
        return made;
    }
}

// --- the page ---

// What was pressed. On a keyboard without Latin letters or digits the Latin one in its place counts.
function strokeOf(event) {
    const { key, code, shiftKey, altKey, timeStamp } = event;
    const isLatin = key.length > 1 || key <= "~";
    const latin = isLatin ? key : code.replace(/^(Key|Digit|Numpad)/, "");
    return { key: latin.length === 1 ? latin.toLowerCase() : latin, shiftKey, altKey, timeStamp };
}

// Where the server is gone Streamlit puts a window over the page, and nobody can rate on. The foot says it better.
function uncover() {
    const windows = [...document.querySelectorAll("body > .stDialog")];
    windows.find(({ textContent }) => textContent.includes("Connection error"))?.querySelector("button[aria-label=Close]")?.click();
}

class Rating {
    constructor() {
        this.element = node("div", { class: "desk" });
        this.ending = new AbortController();
        const { signal } = this.ending;
        document.addEventListener("keydown", (event) => this.pressed(event), { signal });
        document.addEventListener("visibilitychange", () => this.clock(), { signal });
        this.element.addEventListener("focusin", ({ target }) => this.focused(target));
        const isAround = stored(AROUND) ?? innerWidth >= NARROW;
        this.element.classList.toggle("with-around", isAround);
        this.covered = new MutationObserver(() => uncover());
        this.covered.observe(document.body, { childList: true });
        this.sized = new ResizeObserver((parts) => {
            for (const { target } of parts)
                this.element.style.setProperty(target.matches("footer") ? "--foot" : "--scale", `${target.offsetHeight}px`);
        });
    }

    // --- what the server says ---

    update(data, setStateValue) {
        const before = this.data;
        Object.assign(this, { data, setStateValue });
        ({ language, words } = data);
        this.element.lang = language; // texts that are rated are in another one
        newest = Math.max(newest, data.heard);
        const isHeard = waiting && (waiting.seat !== data.seat || waiting.press <= data.heard);
        if (isHeard) this.heard(data);
        const isSame = before?.visit === data.visit && before?.number === data.number;
        if (!isSame || !this.shown) this.draw();
        this.busy(waiting !== null);
        if (isHeard && isSame) data.isOver ? this.on.focus() : this.focus(this.part); // it was refused
        if (waiting && waiting.visit !== data.visit) this.send(); // to a server that has begun anew
    }

    heard({ seat, number }) {
        if (waiting.act === "answer" && waiting.seat === seat && waiting.item !== number)
            keepDraft(seat, waiting.item, null);
        waiting = null;
    }

    // --- what the rater says ---

    tell(act) {
        if (waiting) return;
        const { seat, number } = this.data;
        const value = act === "answer" ? this.shown.read() : null;
        newest += 1;
        waiting = { press: newest, seat, item: number, act, value, seconds: this.seconds() };
        waitingSince = performance.now();
        this.say("");
        this.send();
        this.busy(true);
    }

    // Streamlit sends the value with every message from now on, also with the first one after the connection was lost.
    send() {
        clearTimeout(this.again);
        if (!waiting) return;
        waiting.visit = this.data.visit;
        this.setStateValue("said", { ...waiting });
        const waited = performance.now() - waitingSince;
        this.again = setTimeout(() => this.send(), Math.min(Math.max(waited, AGAIN_MS), SLOWEST_MS));
        if (waited > LATE_MS) this.say(
            says("Not saved yet: the server does not answer. What you have done is kept here and sent as soon as it does."),
        );
    }

    busy(isBusy) {
        this.element.toggleAttribute("aria-busy", isBusy);
        this.two.inert = isBusy || this.data.isOver; // what is changed now would be in no message
        if (!isBusy) clearTimeout(this.again);
        if (!isBusy) this.say(this.data.remark);
        this.showNext();
    }

    say(words) {
        this.status.textContent = words;
    }

    clock() {
        const now = performance.now();
        if (this.since !== null) this.spent += now - this.since;
        this.since = document.hidden ? null : now;
    }

    seconds() {
        this.clock();
        return Math.round(this.spent / 100) / 10;
    }

    changed(isLast) {
        keepDraft(this.data.seat, this.data.number, this.shown.read());
        this.showNext();
        const next = this.shown.parts.find((part) => !part.isComplete);
        if (isLast && next) this.go(next);
    }

    next() {
        const { parts } = this.shown;
        const open = parts.find((part) => !part.isComplete);
        if (open) this.go(open);
        else this.tell("answer");
    }

    showNext() {
        this.on.disabled = this.pause.disabled = waiting !== null;
        this.on.ariaLabel = this.on.firstChild.textContent = this.data.isOver ? says("Try again") : says("Next");
        this.on.classList.toggle("ready", this.shown.parts.every((part) => part.isComplete));
        this.back.disabled = waiting !== null || this.data.number <= 0;
    }

    // --- keys ---

    focus(part) {
        this.part = part;
        (part.focusable ?? part.element).focus({ preventScroll: true });
    }

    go(part) {
        part.point?.();
        this.focus(part);
        this.reveal();
    }

    // A scale that is at work is seen whole, above the foot; a text shows what is chosen of it by itself.
    reveal() {
        this.part.element.closest(".desk-scale, .desk-card.ranked")?.scrollIntoView({ block: "nearest" });
    }

    focused(target) {
        const part = this.shown?.parts.find(({ element }) => element.contains(target));
        if (part) this.part = part;
        this.showHint();
    }

    pressed(event) {
        const target = event.composedPath()[0];
        const isHere = target === document.body || this.element.contains(target);
        if (!isHere || !this.shown || waiting || event.defaultPrevented || event.ctrlKey || event.metaKey) return;
        if (target.matches?.(TYPED_INTO)) return;
        const isButton = target.closest?.("button:not([role=radio]), summary");
        if (isButton && ["Enter", " "].includes(event.key)) return;
        const stroke = strokeOf(event);
        if (this.two.inert && stroke.key !== "Enter") return;
        if (this.part?.press(stroke)) this.reveal();
        else if (!this.does(stroke)) return;
        event.preventDefault();
        event.stopPropagation();
    }

    does({ key, shiftKey, altKey }) {
        if (altKey) return false;
        if (this.shown.press?.(key, shiftKey)) return true;
        const move = { ArrowDown: 1, ArrowUp: -1 }[key];
        const { parts } = this.shown;
        if (key === "Enter") this.part === parts.at(-1) || parts.length < 2 ? this.next() : this.onward();
        else if (key === "u" && this.data.number > 0) this.tell("back");
        else if (key === "d") this.toggleAround();
        else if (move && !(this.part instanceof Slider)) {
            const next = parts[parts.indexOf(this.part) + move];
            if (next) this.go(next);
        } else return false;
        return true;
    }

    // Enter on a part before the last one leads to the next one that is open; on an item that is complete, on.
    onward() {
        const { parts } = this.shown;
        const later = parts.slice(parts.indexOf(this.part) + 1).find((part) => !part.isComplete);
        if (later) this.go(later);
        else this.next();
    }

    toggleAround() {
        store(AROUND, this.element.classList.toggle("with-around"));
        this.showAround();
    }

    showAround() {
        if (!this.aroundButton) return;
        const isShown = this.element.classList.contains("with-around");
        const label = isShown ? says("Hide the document around it") : says("Show the document around it");
        this.aroundButton.firstChild.textContent = this.aroundButton.ariaLabel = label;
    }

    // --- what is drawn ---

    draw() {
        const { data } = this;
        for (const part of this.shown?.parts ?? []) part.destroy();
        const value = draftsOf(data.seat)[data.number] ?? data.value;
        this.part = null;
        this.shown = SCREENS[data.protocol](data, value, (isLast = true) => this.changed(isLast));
        [this.spent, this.since] = [data.seconds * 1000, document.hidden ? null : performance.now()];
        // Practice begins with what is asked, where that leaves room for the texts, and closes it for the items after it.
        const isFirst = data.number < 0 && innerWidth >= NARROW;
        const isOpen = isFirst || (!this.isPractice && this.element.querySelector("details")?.open);
        this.isPractice = data.number < 0;
        this.element.replaceChildren(this.head(), this.how(isOpen), this.middle(), this.foot());
        this.showAround();
        const isBegun = value && (value !== data.value || !data.isPrefilled || data.value.score !== null);
        this.focus((isBegun && this.shown.parts.find((part) => !part.isComplete)) || this.shown.parts[0]);
        this.element.scrollIntoView({ block: "start" });
    }

    head() {
        const { campaign, number, length, done } = this.data;
        const bar = node("progress", { max: length, value: done, "aria-label": says("Rated so far") });
        const isPractice = number < 0;
        const [at, all] = [number + 1, length].map((n) => n.toLocaleString(language));
        const said = node("span", { role: "status" }, isPractice ? this.data.after : says("{at} of {all}", { at, all }));
        this.back = button(says("Back"), "U", () => this.tell("back"), "quiet");
        this.pause = isPractice
            ? button(says("Skip"), "", () => this.tell("skip"), "quiet")
            : button(says("Pause"), "", () => this.tell("pause"), "quiet");
        const buttons = node("div", { class: "desk-buttons" }, isPractice ? "" : this.back, this.pause);
        const progress = node("div", { class: "desk-progress" }, isPractice ? "" : bar, said);
        const heading = isPractice ? node("h1", { class: "practice" }, says("Practice")) : node("h1", { dir: "auto" }, campaign);
        return node("header", { class: "desk-head" }, heading, progress, buttons);
    }

    how(isOpen = false) {
        const { question: title, how, severities, protocol } = this.data;
        const scales = how.map(({ question, steps }) => {
            const rows = steps.map(({ value, words, meaning }) => [
                node("dt", {}, String(value)),
                node("dd", {}, meaning ? `${words}: ${meaning}` : words),
            ]);
            const said = question === title ? [] : [node("p", {}, question)];
            return node("div", {}, ...said, node("dl", {}, ...rows.flat()));
        });
        const ofCategories = this.data.categories.length ? [CATEGORY_KEYS] : [];
        const told = [...KEYS[protocol], ...ofCategories].map((text) => says(text));
        const keys = node("p", { class: "desk-keys" }, told.join(" "));
        const summary = node("summary", {}, title, node("small", {}, says("How to rate")));
        const about = node("details", { class: "desk-how" }, summary, ...severities.map(severityOf), ...scales, keys);
        about.open = isOpen;
        return about;
    }

    middle() {
        const { data } = this;
        const has = [...data.given, ...data.outputs].some(({ before, after }) => before.length || after.length);
        this.aroundButton = has ? button(says("Show the document around it"), "D", () => this.toggleAround(), "quiet") : null;
        const beside = node("div", { class: "desk-beside" }, ...data.given.map(given), this.aroundButton ?? "");
        const title = data.outputs.length > 1 ? says("Translations") : says("Translation");
        const beforehand = data.isPrefilled ? [node("p", { class: "desk-hint" }, says(BEFOREHAND))] : [];
        // Outputs that each have a score stand next to one another where there is room.
        const isCompared = data.protocol === "contrastive";
        const outputs = isCompared ? [node("div", { class: "desk-outputs" }, ...this.shown.drawn)] : this.shown.drawn;
        const judged = node("section", { class: "desk-judged" }, node("h2", {}, title), ...beforehand, ...outputs);
        const kind = isCompared ? "desk-two compared" : "desk-two";
        return (this.two = node("div", { class: kind }, beside, judged));
    }

    foot() {
        this.on = button(says("Next"), "Enter", () => this.next(), "primary");
        this.hint = node("p", { class: "desk-hint" });
        this.status = node("p", { class: "desk-status", role: "alert" });
        const about = node("div", { class: "desk-about" }, this.status, this.hint, this.shown.tools ?? "");
        const foot = node("footer", { class: "desk-foot" }, about, this.on);
        this.sized.disconnect();
        for (const part of [foot, ...this.two.querySelectorAll(".desk-judged > .desk-scale")]) this.sized.observe(part);
        return foot;
    }

    showHint() {
        const isTouch = matchMedia("(pointer: coarse)").matches;
        const marked = this.data.protocol === "mqm" ? "onlyText" : "text";
        const isKnown = isTouch && this.data.done > 0; // on a phone the scale has the room from the second item on
        const kind = this.part instanceof MarkedText ? marked : this.part instanceof Slider ? "slider" : "steps";
        this.hint.textContent = isKnown ? "" : says(HINTS[kind][Number(isTouch)]);
        this.hint.parentElement.classList.toggle("short", kind === "slider");
    }

    remove() {
        clearTimeout(this.again);
        this.ending.abort();
        this.sized.disconnect();
        this.covered.disconnect();
        for (const part of this.shown?.parts ?? []) part.destroy();
        this.element.remove();
    }
}

const BEFOREHAND = "Errors were marked here beforehand. Remove marks that are wrong, and mark what was overlooked.";
// With a keyboard and mouse, and on touch.
const HINTS = {
    text: [
        "Select words with the mouse or ← →, then 1 for a minor error, 2 for a major one. ↓ goes to the score.",
        "Tap the first and the last word of an error, then Minor or Major. Tap a mark to change it.",
    ],
    onlyText: [
        "Select words with the mouse or ← →, then 1 for a minor error, 2 for a major one. Enter goes on.",
        "Tap the first and the last word of an error, then Minor or Major. Tap a mark to change it.",
    ],
    slider: ["Type a number, or use ← →.", "Touch the line where your score is."],
    steps: ["Type a digit.", ""],
};
const MARKING_KEYS =
    "Keys: ← → go from word to word, with Shift they take more, with Alt they go by letters; 1 and 2 mark, Delete removes, M says that something is missing.";
const KEYS = {
    "adequacy-fluency": ["Keys: a digit answers, ↑ ↓ go to the other question, Enter goes on, U goes back."],
    ranking: ["Equal ranks are ties. Keys: a digit ranks, ↑ ↓ go to another translation, Enter goes on, U goes back."],
    contrastive: [
        "Equal scores are ties. Keys: type a number or use the arrows, Enter goes to the next translation and on, U goes back.",
    ],
    da: ["Keys: type a number or use the arrows, Enter goes on, U goes back."],
    esa: [MARKING_KEYS, "↓ or Enter goes to the score, where you type digits; Enter goes on, U goes back."],
    mqm: [MARKING_KEYS, "Enter goes on, U goes back."],
};
const CATEGORY_KEYS =
    "Each error needs a category: C opens the list, Escape leaves it; the next error gets the same one.";

const drawn = new WeakMap();

// As in ui/kit/steps.js: Streamlit ends a call that a newer one has overtaken, too.
export default function ({ data, parentElement, setStateValue }) {
    const known = drawn.get(parentElement);
    const rating = known ?? new Rating();
    if (!known) {
        drawn.set(parentElement, rating);
        parentElement.append(rating.element);
    }
    rating.update(data, setStateValue);
    const call = (rating.call = {});
    return () => {
        if (rating.call !== call) return;
        drawn.delete(parentElement);
        rating.remove();
    };
}
