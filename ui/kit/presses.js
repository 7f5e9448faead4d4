// What components that are pressed have in common; it stands before the code of each.

const AGAIN_MS = 1000; // until a message is sent again that no run of the script has heard, at first
const SLOWEST_MS = 16000; // at last
const LINGER_MS = 2000; // while Streamlit puts a part of a page elsewhere, what is pressed is nowhere for a moment

const stateOf = (name) => document.querySelector("[data-testid=stApp]")?.getAttribute(`data-test-${name}-state`);
const isRunning = () => stateOf("script") === "running";
const isConnected = () => stateOf("connection") === "CONNECTED";

// Sends a message until a run of the script has heard it. Messages get lost: with a connection that breaks, and where
// the server no longer has the part of the page that they come from. None is sent again while a script runs, which it
// would end.
class Sending {
    constructor(send) {
        this.send = send;
    }

    begin() {
        this.pause = AGAIN_MS;
        this.send();
        this.wait();
    }

    sendLater() {
        this.pause = AGAIN_MS;
        this.wait();
    }

    end() {
        clearTimeout(this.timer);
    }

    wait() {
        this.end();
        this.timer = setTimeout(() => this.again(), this.pause);
    }

    again() {
        if (isConnected() && !isRunning()) {
            this.send();
            this.pause = Math.min(2 * this.pause, SLOWEST_MS);
        }
        this.wait();
    }
}

const NEAR_PX = 10;
let held = null; // a press that has begun: where, on what, and what it does

// A click on what `find` says of a target is a press, also where Streamlit puts another in its place before it is let go.
function onPress(element, find, act) {
    element.addEventListener("click", ({ target }) => {
        const pressed = find(target);
        if (pressed) act(pressed);
    });
    element.addEventListener("pointerdown", ({ target, clientX, clientY, button }) => {
        const pressed = find(target);
        held = pressed && !button ? { pressed, act, clientX, clientY } : null;
    });
}

addEventListener(
    "pointerup",
    ({ clientX, clientY }) => {
        const was = held;
        held = null;
        if (was && !was.pressed.isConnected && Math.hypot(clientX - was.clientX, clientY - was.clientY) < NEAR_PX)
            was.act(was.pressed);
    },
    { capture: true },
);
