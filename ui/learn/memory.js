// Keeps in this browser what ui/learn/memory.py says of each lesson, and brings it back after a reload. What is small
// stands in the address, too: in place of what stood there, for an edit is no step of the history.

const KEPT = "bleuscope-lessons";
const LOOK_MS = 300; // Streamlit writes the address when it likes, and knows nothing of what stands there from here

let visit, shown, timer, newest;
let forgotten = 0;
const sent = new Set(); // names of records that were not empty here: an empty one of another is no news from this tab

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

// Of classes, in which lessons are called by a code, too, the last one is kept.
function remember(data) {
    const { name, record } = data;
    const here = classOf(name);
    const all = Object.entries(data.forgotten > forgotten ? {} : stored());
    const others = all.filter(([other]) => !here || !classOf(other) || classOf(other) === here);
    forgotten = data.forgotten;
    const kept = Object.fromEntries(others);
    if (record.some(Boolean)) {
        sent.add(name);
        kept[name] = record;
    } else if (sent.has(name)) {
        delete kept[name];
    }
    store(kept);
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
    if (visit === data.visit) data.is_own && remember(data);
    else setStateValue("brought", [data.visit, kept]);
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
