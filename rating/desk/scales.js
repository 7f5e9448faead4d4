// Scales of a few steps, and of 0 to 100. It stands between marking.js and rating.js.

const TYPED_MS = 1500; // in which digits are of one number

class Steps {
    constructor({ name, question, steps }, value, changed, isInline = false) {
        Object.assign(this, { value, changed });
        this.steps = isInline ? [...steps].sort((a, b) => a.value - b.value) : steps;
        const kind = isInline ? "desk-steps inline" : "desk-steps";
        this.element = node("div", { class: kind, role: "radiogroup", tabindex: "0", "aria-label": question || name });
        this.buttons = this.steps.map((step) => this.button(step));
        this.element.append(...this.buttons);
        this.show();
    }

    get isComplete() {
        return this.value !== null;
    }

    button({ value, words, meaning }) {
        const shown = [node("b", {}, String(value)), words ? node("span", {}, words) : ""];
        const button = node("button", { type: "button", role: "radio", tabindex: "-1", title: meaning ?? "" }, ...shown);
        button.addEventListener("click", () => this.choose(value));
        return Object.assign(button, { step: value });
    }

    choose(value, isLast = true) {
        this.value = value;
        this.show();
        this.changed(isLast);
    }

    show() {
        for (const button of this.buttons) button.setAttribute("aria-checked", button.step === this.value);
    }

    press({ key, altKey }) {
        const place = this.steps.findIndex(({ value }) => value === this.value);
        const way = { ArrowRight: 1, ArrowLeft: -1 }[key];
        if (altKey) return false;
        if (way) {
            const next = place < 0 ? 0 : Math.min(Math.max(place + way, 0), this.steps.length - 1);
            this.choose(this.steps[next].value, false);
        } else if (this.steps.some(({ value }) => String(value) === key)) this.choose(Number(key));
        else return false;
        return true;
    }

    destroy() {}
}

// Nothing stands on it before it is touched: a thumb in the middle would pull answers there.
class Slider {
    constructor({ name, question, low, high, steps }, value, changed) {
        Object.assign(this, { value, changed, low, high, typed: "", typedAt: 0 });
        const range = { type: "range", min: low, max: high, step: 1, "aria-label": question || name };
        this.input = node("input", range);
        this.input.value = value ?? (low + high) / 2;
        this.said = node("output", { "aria-hidden": "true" });
        const words = [...steps].sort((a, b) => a.value - b.value).map((step) => this.word(step));
        const ends = node("div", { class: `desk-words of-${words.length}` }, ...words);
        this.element = node("div", { class: "desk-slider" }, this.said, node("div", {}, this.input, ends));
        for (const kind of ["input", "click", "pointerup"]) this.input.addEventListener(kind, () => this.take(this.input.value));
        this.show();
    }

    get isComplete() {
        return this.value !== null;
    }

    get focusable() {
        return this.input;
    }

    word({ value, words, meaning }) {
        return node("span", { title: meaning ?? "" }, node("b", {}, String(value)), words);
    }

    take(value) {
        this.value = Math.min(Math.max(Number(value), this.low), this.high);
        this.input.value = this.value;
        this.show();
        this.changed(false);
    }

    show() {
        this.element.classList.toggle("unset", this.value === null);
        this.said.textContent = this.value ?? "–";
        this.input.style.setProperty("--share", `${this.input.value}%`);
        this.input.setAttribute("aria-valuetext", this.value === null ? says("not set") : String(this.value));
    }

    press({ key, altKey, timeStamp }) {
        const way = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[key];
        const end = { Home: this.low, End: this.high }[key];
        if (altKey) return false;
        if (/^[0-9]$/.test(key)) this.type(key, timeStamp);
        else if (way) this.take(Number(this.input.value) + way);
        else if (end !== undefined) this.take(end);
        else return false;
        return true;
    }

    // 7, then 3, is 73.
    type(digit, at) {
        const goesOn = at - this.typedAt < TYPED_MS && Number(this.typed + digit) <= this.high;
        this.typed = goesOn ? this.typed + digit : digit;
        this.typedAt = at;
        this.take(this.typed);
    }

    destroy() {}
}
