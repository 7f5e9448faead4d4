// A tile that follows a pointer until it is dropped among the others of its row.

const DRAGGED_PX = 6; // a press that moves no farther is a click

class Drag {
    constructor(row) {
        this.row = row;
        const { words } = row;
        words.addEventListener("pointerdown", (event) => this.grasp(event));
        words.addEventListener("pointermove", (event) => this.pull(event));
        words.addEventListener("pointerup", (event) => this.release(event));
        words.addEventListener("pointercancel", () => this.letGo());
    }

    grasp(event) {
        const { row } = this;
        const place = row.placeOf(event);
        if (row.data.mode !== "drag" || place < 0 || event.button || this.grip) return;
        const tile = row.tilesShown[place];
        this.grip = { tile, place, id: event.pointerId, x: event.clientX, y: event.clientY, to: place };
    }

    pull(event) {
        const { grip, row } = this;
        if (grip?.id !== event.pointerId) return;
        const [x, y] = [event.clientX - grip.x, event.clientY - grip.y];
        if (!grip.isMoving && Math.hypot(x, y) < DRAGGED_PX) return;
        if (!grip.isMoving) {
            if (row.lifted) row.putBack();
            grip.tile = row.tilesShown[grip.place];
            row.words.setPointerCapture(grip.id);
        }
        grip.isMoving = true;
        grip.tile.classList.add("dragged");
        grip.tile.style.translate = `${x}px ${y}px`;
        grip.to = this.placeAt(event.clientX, event.clientY);
    }

    // Where a tile goes that is dropped here: among the others, before or after the one that is nearest.
    placeAt(x, y) {
        const others = this.row.tilesShown.filter((tile) => tile !== this.grip.tile);
        for (const tile of others) tile.classList.remove("before", "after");
        if (!others.length) return 0;
        const outside = (at, low, high) => Math.max(low - at, 0, at - high);
        const distances = others.map((tile) => {
            const { left, right, top, bottom } = tile.getBoundingClientRect();
            return 100 * outside(y, top, bottom) + outside(x, left, right);
        });
        const nearest = distances.indexOf(Math.min(...distances));
        const { left, width } = others[nearest].getBoundingClientRect();
        const isAfter = x > left + width / 2 !== this.row.isRightToLeft;
        others[nearest].classList.add(isAfter ? "after" : "before");
        return nearest + isAfter;
    }

    release(event) {
        const { grip, row } = this;
        if (grip?.id !== event.pointerId) return;
        this.letGo();
        if (!grip.isMoving) return;
        row.lift(grip.place);
        row.carry(grip.to);
        row.drop();
    }

    letGo() {
        const isMoving = this.grip?.isMoving;
        this.grip = null;
        if (isMoving) this.row.draw(); // else the click is still to come, to the tile that was pressed
    }
}
