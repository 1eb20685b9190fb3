/* Mouse, pen and touch input of the drawing: one pointer moves or rotates it, two pointers zoom, a short touch selects an object. */

const TURN = 0.008; /* [rad] per pixel */

function listenToPicture(canvas) {
    const down = new Map(); /* positions of pressed pointers */
    let moved = false;

    /* the wheel scrolls the page until the drawing has the focus */
    canvas.addEventListener("wheel", event => {
        if (!event.ctrlKey && !event.metaKey && document.activeElement !== canvas) {
            return;
        }
        event.preventDefault();
        zoom(Math.exp(-0.0015 * event.deltaY), event.offsetX, event.offsetY);
    }, { passive: false });
    canvas.addEventListener("pointerdown", event => {
        down.set(event.pointerId, [event.offsetX, event.offsetY]);
        moved = down.size > 1;
        canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", event => {
        const from = down.get(event.pointerId), to = [event.offsetX, event.offsetY];
        if (!from) {
            showTip(event);
            return;
        }
        moved = moved || Math.abs(to[0] - from[0]) + Math.abs(to[1] - from[1]) > 3;
        if (moved) {
            const others = [...down].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
            down.set(event.pointerId, to);
            if (others.length > 0) { pinch(from, to, others[0]); } else { drag(to[0] - from[0], to[1] - from[1], event.shiftKey); }
        }
    });
    const lift = event => {
        if (down.delete(event.pointerId) && !moved && event.type === "pointerup") {
            choose(drawing.nameAt(event.offsetX, event.offsetY), false);
        }
    };
    canvas.addEventListener("pointerup", lift);
    canvas.addEventListener("pointercancel", lift);
    canvas.addEventListener("pointerleave", () => { byId("tip").hidden = true; });
}

/* the 3-D view is rotated, with shift moved; other views are moved */
function drag(dx, dy, shift) {
    if (drawing.viewName === "oblique" && !shift) {
        drawing.turn(TURN * dx, TURN * dy);
    } else {
        setFollowOff();
        drawing.pan(dx, dy);
    }
    show();
}

/* two fingers: the point between them follows, and the scale changes with their distance */
function pinch(from, to, other) {
    const length = place => Math.max(10, Math.hypot(place[0] - other[0], place[1] - other[1]));
    setFollowOff();
    drawing.zoom(length(to) / length(from), (from[0] + other[0]) / 2, (from[1] + other[1]) / 2);
    drawing.pan((to[0] - from[0]) / 2, (to[1] - from[1]) / 2);
    show();
}
