// The chart of a review: who was ahead in each position. Dragging over it goes through the game.

const NAMESPACE = "http://www.w3.org/2000/svg";
const WIDTH = 600;
const HEIGHT = 170;
const INSET = 10;
const REACHES = [4, 8, 16, 32, 64, 100];
const RADII = [2.6, 4.5, 6, 8];

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {...Node} children
 */
function drawn(name, attributes, ...children) {
    const made = document.createElementNS(NAMESPACE, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
    made.append(...children);
    return made;
}

/** @typedef {[number, number | null, number | null, number, number]} Point ply, value, depth, error, side */

export class Chart {
    /**
     * @param {{ points: Point[], ends: string[] | null, alt: string }} course
     * @param {number} plies
     * @param {(ply: number) => void} onPly
     */
    constructor(course, plies, onPly) {
        this.plies = Math.max(1, plies);
        const known = course.points.filter((point) => point[1] !== null);
        const largest = Math.max(0, ...known.map((point) => Math.abs(Number(point[1]))));
        this.reach = course.ends ? 50 : REACHES.find((reach) => reach >= largest) ?? 100;
        this.needle = drawn("line", { class: "needle", y1: 0, y2: HEIGHT });
        const places = known.map((point) => /** @type {[number, number]} */ ([this.x(point[0]), this.y(Number(point[1]))]));
        const middle = HEIGHT / 2;
        this.root = drawn(
            "svg",
            { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": course.alt },
            ...[0, 1].map((side) => drawn("path", { class: `area by-${side}`, d: area(places, middle, side) })),
            drawn("line", { class: "middle", x1: 0, x2: WIDTH, y1: middle, y2: middle }),
            drawn("polyline", { class: "curve", points: places.map((place) => place.join(",")).join(" ") }),
            this.needle,
            ...known.map((point, index) => this.point(point, places[index])),
        );
        this.labels = course.ends ?? [`+${this.reach}`, "0", `+${this.reach}`];
        const follow = (/** @type {PointerEvent} */ event) => {
            const box = this.root.getBoundingClientRect();
            const x = ((event.clientX - box.left) / box.width) * WIDTH;
            const ply = Math.round(((x - INSET) / (WIDTH - 2 * INSET)) * this.plies);
            onPly(Math.min(this.plies, Math.max(0, ply)));
        };
        this.root.addEventListener("pointerdown", (event) => {
            const pointer = /** @type {PointerEvent} */ (event);
            this.root.setPointerCapture(pointer.pointerId);
            follow(pointer);
        });
        this.root.addEventListener("pointermove", (event) => {
            const pointer = /** @type {PointerEvent} */ (event);
            if (this.root.hasPointerCapture(pointer.pointerId)) follow(pointer);
        });
    }

    /** @param {number} ply */
    x(ply) {
        return INSET + (ply / this.plies) * (WIDTH - 2 * INSET);
    }

    /** @param {number} value */
    y(value) {
        const share = Math.max(-1, Math.min(1, value / this.reach));
        return HEIGHT / 2 - share * (HEIGHT / 2 - INSET);
    }

    /** @param {Point} point @param {[number, number]} place */
    point([, , depth, error, side], [cx, cy]) {
        const kinds = ["point", error ? `error by-${side}` : "", depth === null ? "" : "estimate"];
        return drawn("circle", { class: kinds.filter(Boolean).join(" "), cx, cy, r: RADII[error] });
    }

    /** @param {number} ply */
    show(ply) {
        const x = String(this.x(ply));
        this.needle.setAttribute("x1", x);
        this.needle.setAttribute("x2", x);
    }
}

/**
 * The area between the curve and the middle on one side of it.
 * @param {[number, number][]} places
 * @param {number} middle
 * @param {number} side
 */
function area(places, middle, side) {
    if (!places.length) return "";
    const corners = [];
    for (const [index, [x, y]] of places.entries()) {
        const before = places[index - 1];
        if (before && (before[1] - middle) * (y - middle) < 0) {
            corners.push([before[0] + ((x - before[0]) * (before[1] - middle)) / (before[1] - y), middle]);
        }
        corners.push([x, side === 0 ? Math.min(y, middle) : Math.max(y, middle)]);
    }
    const path = corners.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
    return `M${places[0][0]} ${middle}L${path}L${places[places.length - 1][0]} ${middle}Z`;
}
