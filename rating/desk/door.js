// Hands secrets to the server: the one in the address behind #, which no browser sends by itself, that of the rater
// whose tab this is with the item that it shows, and those of raters who were here before. Once the server has it, the
// first goes out of the address.
const ASKED = "bleuscope-desk-asked"; // of a tab in which one must sign in first
const TAB = "bleuscope-desk"; // empty once nobody rates in it any more
const ITEM = "bleuscope-desk-item";
const PRACTICE = "bleuscope-desk-practice"; // whose practice is neither answered nor skipped
const KEPT = "bleuscope-desks";
const LANGUAGE = "bleuscope-desk-language"; // the one that was chosen here, for the next campaign, too
const MOST = 8;

let press = 0;
let sent = {};

// A browser may keep nothing; then it is known as long as the page is open.
const memory = {};
function stored(storage, key) {
    try {
        return storage().getItem(key) ?? memory[key];
    } catch {
        return memory[key];
    }
}

const read = (storage, key) => stored(storage, key) ?? "";

function write(storage, key, value) {
    memory[key] = value;
    try {
        storage().setItem(key, value);
    } catch {
        // it stays in memory
    }
}

const [ofTab, ofBrowser] = [() => sessionStorage, () => localStorage];
const known = () => read(ofBrowser, KEPT).split(" ").filter(Boolean);

function leaveAddress() {
    if (location.hash) history.replaceState(history.state, "", location.pathname + location.search);
}

function keep({ secret, item }) {
    if (stored(ofTab, TAB) !== secret) write(ofTab, TAB, secret);
    if (read(ofTab, ITEM) !== String(item)) write(ofTab, ITEM, String(item));
    if (secret && item < 0) write(ofBrowser, PRACTICE, secret);
    else if (secret && read(ofBrowser, PRACTICE) === secret) write(ofBrowser, PRACTICE, "");
    if (secret && known()[0] !== secret)
        write(ofBrowser, KEPT, [secret, ...known().filter((other) => other !== secret)].slice(0, MOST).join(" "));
}

export default function ({ data, setStateValue }) {
    const look = () => {
        if (data.language) write(ofBrowser, LANGUAGE, data.language);
        const inAddress = location.hash.slice(1);
        if (data.waits) {
            if (inAddress) write(ofTab, ASKED, inAddress);
            return leaveAddress();
        }
        const asked = inAddress || read(ofTab, ASKED);
        const isHeard = sent.session === data.session && press <= data.heard;
        if (isHeard && (!asked || asked === sent.asked)) {
            write(ofTab, ASKED, "");
            leaveAddress();
            sent.asked = "";
            keep(data);
        } else if (sent.session !== data.session || asked !== sent.asked) {
            press = Math.max(press, data.heard) + 1;
            const isNew = stored(ofTab, TAB) === undefined;
            const isPractice = [asked || read(ofTab, TAB) || known()[0]].includes(read(ofBrowser, PRACTICE));
            const item = isPractice ? -1 : Number.parseInt(read(ofTab, ITEM));
            const language = read(ofBrowser, LANGUAGE);
            sent = { press, session: data.session, asked, tab: read(ofTab, TAB), item, isNew, kept: known(), language };
            setStateValue("arrived", { ...sent });
        }
    };
    addEventListener("hashchange", look); // another link that is opened in the same tab
    look();
    return () => removeEventListener("hashchange", look);
}
