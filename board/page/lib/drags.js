// Drags over the hand, which pick the cards that they cross.

import { $, all } from "./state.js";

/**
 * The places between two cards in their order; crossed columns are taken whole.
 * @param {HTMLElement[]} ends
 */
function between(...ends) {
  const cards = [...all("#hand .card")],
    [low, high] = ends.map((node) => cards.indexOf(node)).sort((a, b) => a - b),
    columns = ends.map((node) => node.parentElement);
  return cards
    .filter((node, at) =>
      columns[0] === columns[1]
        ? at >= low && at <= high
        : (at > low && at < high) || columns.includes(node.parentElement)
    )
    .map((node) => Number(node.dataset.place));
}

/**
 * Watch drags over the hand while they are allowed: *cross* gets the places crossed so far, *end* all of them. The
 * click that ends a drag is dropped.
 * @param {() => boolean} isAllowed
 * @param {(places: number[]) => unknown} cross
 * @param {(places: number[]) => unknown} [end]
 */
export function watchDrags(isAllowed, cross, end) {
  /** @type {{ node: HTMLElement, over: number[] | null, x: number, y: number } | null} */
  let drag = null, // its first card, the places it has crossed once it has left that, and where it began
    isClickDue = false;
  const stop = () => {
    drag = null;
  };
  $("hand").addEventListener("pointerdown", ({ target, pointerId, isPrimary, button, clientX: x, clientY: y }) => {
    const inside = /** @type {Element} */ (target),
      node = /** @type {HTMLElement | null} */ (inside.closest(".card"));
    inside.releasePointerCapture?.(pointerId);
    drag = node && isAllowed() && isPrimary && !button ? { node, over: null, x, y } : null;
  });
  document.addEventListener("pointermove", ({ clientX, clientY }) => {
    /** @type {HTMLElement | null | undefined} */
    const node = drag && document.elementFromPoint(clientX, clientY)?.closest("#hand .card");
    if (drag && node && (node !== drag.node || drag.over)) cross((drag.over = between(drag.node, node)));
  });
  // A drag over the hand is no scroll gesture, which would suppress the next tap.
  $("hand").addEventListener(
    "touchmove",
    (event) => {
      const [{ clientX, clientY }] = event.touches;
      if (drag && Math.abs(clientX - drag.x) > Math.abs(clientY - drag.y)) event.preventDefault();
    },
    { passive: false }
  );
  document.addEventListener("pointerup", () => {
    if (drag?.over) {
      end?.(drag.over);
      isClickDue = true;
      setTimeout(() => {
        isClickDue = false;
      }, 50); // its click is fired before this
    }
    stop();
  });
  document.addEventListener("pointercancel", stop);
  document.addEventListener(
    "click",
    (event) => {
      if (isClickDue) event.stopPropagation();
      isClickDue = false;
    },
    true
  );
}
