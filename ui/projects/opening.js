// Hands the secret of a link to the server: it stands in the address behind #, which no browser sends by itself.
// Once the server has it, it goes out of the address, and so out of the history of this tab and of pictures of it.
// Where one must sign in first, this tab keeps it meanwhile.
const KEPT = "bleuscope-link";

let number, secret; // of what was sent last

function leaveAddress() {
    history.replaceState(history.state, "", location.pathname + location.search);
}

export default function ({ data, setTriggerValue }) {
    const look = () => {
        const inAddress = location.hash.slice(1);
        if (data.waits) {
            if (inAddress) sessionStorage.setItem(KEPT, inAddress);
            return leaveAddress();
        }
        const found = inAddress || sessionStorage.getItem(KEPT) || "";
        if (number <= data.heard && found && found === secret) {
            sessionStorage.removeItem(KEPT);
            leaveAddress();
            secret = "";
        } else if (found !== secret) {
            [number, secret] = [data.heard + 1, found];
            setTriggerValue("link", [number, found]);
        }
    };
    addEventListener("hashchange", look); // another link that is opened in the same tab
    look();
    return () => removeEventListener("hashchange", look);
}
