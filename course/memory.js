// Keeps in this browser what course/memory.py says of each lesson, and brings it back after a reload. What is small
// stands in the address, too: in place of what stood there, for an edit is no step of the history.

const KEPT = "bleuscope-lessons";
const LOOK_MS = 300; // Streamlit writes the address when it likes, and knows nothing of what stands there from here

let visit, shown, timer, newest;
let forgotten = 0;
const known = new Map(); // records as this tab brought or kept them: of what is as it was, another may have a newer one

function stored() {
    try {
        return JSON.parse(localStorage.getItem(KEPT)) ?? {};
    } catch {
        return {}; // it keeps nothing, or something else
    }
}

function store(kept) {
    try {
        localStorage.setItem(KEPT, JSON.stringify(kept));
    } catch {
        // the session has it all the same
    }
}

const classOf = (name) => name.split(".").slice(0, -1).join();

// What has changed here. Of classes, in which lessons are called by a code, too, the last one is kept.
function remember({ name, record, forgotten: times }) {
    if (times > forgotten) {
        known.clear();
        store({});
    }
    forgotten = times;
    const now = record.some(Boolean) ? JSON.stringify(record) : undefined;
    if (now === known.get(name)) return;
    known.set(name, now);
    const here = classOf(name);
    const others = Object.entries(stored()).filter(([other]) => !here || !classOf(other) || classOf(other) === here);
    const kept = Object.fromEntries(others);
    if (now) kept[name] = record;
    else delete kept[name];
    store(kept);
}

function bring(kept) {
    for (const [name, record] of Object.entries(kept)) known.set(name, JSON.stringify(record));
    return kept;
}

// All else in it stays as it is, letter by letter: Streamlit takes another spelling for another address.
function writeAddress(small) {
    const others = location.search.slice(1).split("&").filter((part) => part && !(part.split("=")[0] in small));
    const own = Object.entries(small).filter(([, value]) => value).map((pair) => pair.join("="));
    const search = [...others, ...own].join("&");
    if (search === location.search.slice(1)) return;
    history.replaceState(history.state, "", `${location.pathname}${search && `?${search}`}${location.hash}`);
}

export default function ({ data, parentElement, setStateValue }) {
    const kept = stored();
    if (visit !== data.visit && (data.is_known || !Object.keys(kept).length)) visit = data.visit;
    if (visit !== data.visit || (data.is_awaited && !data.is_known)) setStateValue("brought", [data.visit, bring(kept)]);
    else data.is_own && remember(data);
    if (shown && shown !== data.name) {
        const host = parentElement.getRootNode().host ?? parentElement;
        host.closest("[data-testid=stMain]")?.scrollTo(0, 0);
    }
    shown = data.name;
    const page = location.pathname;
    clearInterval(timer);
    // On the way back, or on, the address is another lesson's already, or still.
    const isHere = () => location.pathname === page && new URLSearchParams(location.search).get("lesson") === data.name;
    const look = () => isHere() && writeAddress(data.small);
    timer = setInterval(look, LOOK_MS);
    look();
    const call = (newest = {});
    return () => {
        if (newest !== call) return;
        clearInterval(timer);
        shown = null;
        writeAddress({ answer: "", edit: "" });
    };
}
