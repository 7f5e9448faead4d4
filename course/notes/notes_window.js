// Keeps the window of notes at the lesson that another window of this browser presents, with a clock.

const channel = new BroadcastChannel("bleuscope-presented");
const TICK_MS = 1000;

let presented = null; // [lesson, part] in this window
let newest; // the last call for the notes
let wanted = null; // where the notes are to be
let here, since;

channel.onmessage = ({ data }) => {
    if (data === "where?") announce();
    else if (newest) {
        wanted = data;
        newest.go();
    }
};

function announce() {
    if (presented) channel.postMessage(presented);
}

function clockText(minutes) {
    const time = new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    return `${time} · ${Math.floor((Date.now() - since) / 60000)} of about ${minutes} minutes`;
}

function present(place) {
    presented = place;
    announce();
    return () => {
        if (presented === place) presented = null;
    };
}

function follow({ place, minutes }, parentElement, setStateValue) {
    if (here !== place[0]) [here, since] = [place[0], Date.now()];
    const clock = parentElement.querySelector("p") ?? parentElement.appendChild(document.createElement("p"));
    clock.style.margin = 0;
    const go = () => {
        if (wanted && wanted.join() !== place.join()) setStateValue("place", wanted);
    };
    const tick = () => {
        clock.textContent = clockText(minutes);
        if (!isRunning()) go(); // a message may have been lost
    };
    if (!newest) channel.postMessage("where?");
    const call = (newest = { go });
    const timer = setInterval(tick, TICK_MS);
    tick();
    return () => {
        clearInterval(timer);
        if (newest === call) newest = wanted = null;
    };
}

export default function ({ data, parentElement, setStateValue }) {
    return data.is_presented ? present(data.place) : follow(data, parentElement, setStateValue);
}
