// Lets the picture of a lesson follow its slider while that is held: Streamlit's slider sends its value on release only.
// ui/kit/presses.js stands before it.
//
// The slider (react-aria's, in Streamlit 1.67) counts a thumb as let go at any event named "mouseup" with the pointer's
// number, but moves the thumb by "pointermove" until "pointerup". So a "mouseup" made here sends the value, and a
// "pointerdown" on the thumb takes it again; the drag itself goes on all the while.

const FOLLOWED = ".st-key-asked:not(:has(.st-key-picture-stays)) [data-testid=stSlider]";
const LOOK_AT_DRAG_MS = 20;
const STILL_MS = 150; // so long a value stays as it is before it is sent
const DRAWN_MS = 10; // until then the slider may not have drawn the last move, which a thumb taken again would forget

let drag = null; // slider and thumb that are held, the pointer and its numbers, which value is set and which was sent

function sendHeldValue() {
    const { thumb, ids, pointer } = drag;
    // A finger has a number as a pointer and one as a touch; the slider goes by the one that it heard last.
    for (const pointerId of ids) dispatchEvent(new PointerEvent("mouseup", { pointerId }));
    // At the thumb's middle: what was pressed beside the thumb and dragged on is now measured from there.
    const { left, width, top, height } = thumb.getBoundingClientRect();
    const [clientX, clientY] = [left + width / 2, top + height / 2];
    thumb.dispatchEvent(new PointerEvent("pointerdown", { ...pointer, clientX, clientY, bubbles: true, cancelable: true }));
}

// A script that runs would be ended by another value: so each picture is drawn before the next value is sent.
function lookAtDrag() {
    const { line } = drag;
    if (!line.isConnected || line.disabled) return endDrag();
    if (line.value !== drag.value) Object.assign(drag, { value: line.value, since: performance.now() });
    const now = performance.now();
    if (line.value === drag.sent || now - drag.since < STILL_MS || now - drag.moved < DRAWN_MS) return;
    if (isRunning()) return;
    drag.sent = line.value;
    sendHeldValue();
}

function endDrag() {
    clearInterval(drag?.timer);
    drag = null;
}

function beginDrag(event) {
    const slider = event.target.closest?.(FOLLOWED);
    const line = slider?.querySelector("input[type=range]");
    if (!event.isTrusted || !line || event.button || !event.isPrimary) return;
    endDrag();
    const { pointerId, pointerType } = event;
    const pointer = { pointerId, pointerType, isPrimary: true, buttons: 1 };
    const thumb = slider.querySelector("[data-testid=stSliderThumbValue]").parentElement;
    drag = { line, thumb, pointer, ids: [pointerId], value: line.value, sent: line.value, since: 0, moved: 0 };
    drag.timer = setInterval(lookAtDrag, LOOK_AT_DRAG_MS);
}

const isOfDrag = (event) => drag && event.isTrusted;
const noteTouch = (event) => drag.ids.length < 2 && drag.ids.push(event.changedTouches[0].identifier);
const HEAR = { capture: true, passive: true };
addEventListener("pointerdown", beginDrag, HEAR);
addEventListener("touchstart", (event) => isOfDrag(event) && noteTouch(event), HEAR);
addEventListener("pointermove", (event) => isOfDrag(event) && (drag.moved = performance.now()), HEAR);
for (const name of ["pointerup", "pointercancel"])
    addEventListener(name, (event) => isOfDrag(event) && event.pointerId === drag.pointer.pointerId && endDrag(), HEAR);
addEventListener("blur", endDrag);
