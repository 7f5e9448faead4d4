// One step of the visitor that leads to another page is one step back. Of such a step Streamlit sends several addresses
// one after another: the page that is left, without parameters, then the other page, then its parameters one by one.
let step = 0; // a number for each press, key, and step through the history
const last = { step: -1, switches: false }; // the step that led to the newest address, and whether to another page

if (!history.bleuscopeReplaces) {
    history.bleuscopeReplaces = true;
    for (const kind of ["pointerdown", "keydown", "popstate"]) addEventListener(kind, () => (step += 1), true);
    const push = history.pushState.bind(history);
    history.pushState = (state, title, url) => {
        const isNext = last.step === step; // the same step has led to an address already
        const switches = (isNext && last.switches) || new URL(url, location.href).pathname !== location.pathname;
        if (isNext && switches) history.replaceState(state, title, url);
        else push(state, title, url);
        Object.assign(last, { step, switches });
    };
}
