"""Scripts of a page that measure the motion of a game at the board, and play it on."""

from __future__ import annotations

MOST_SHIFT = 0.02
"""Maximum layout shift of a deal, as a fraction of the area of the window."""

WATCH_GAME = """(() => {
    const game = window.game = { shift: 0, frames: [], until: 0 };
    new PerformanceObserver((list) => { // the taps of PLAY_ON are no input to the browser: nothing is left out
        for (const { value } of list.getEntries()) game.shift += value;
    }).observe({ type: "layout-shift", buffered: true });
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
        game.until = performance.now() + 200;
        return animate.apply(this, how);
    };
    let last = 0;
    requestAnimationFrame(function tick(time) {
        if (last && last < game.until) game.frames.push(time - last);
        last = time;
        requestAnimationFrame(tick);
    });
})()"""
"""Sums the layout shifts from the first view to the result, and records the duration of frames while cards fly."""

PLAY_ON = """() => {
    const button = (id) => document.getElementById(id), able = (id) => button(id) && !button(id).disabled;
    const choices = [...document.querySelectorAll("#actions button:not([id]):not([disabled])")];
    if (choices.length) (choices.find((one) => one.classList.contains("main")) ?? choices[0]).click();
    else if (able("hint")) {
        button("hint").click();
        button(document.querySelector("#hand [aria-pressed=true]") ? "play" : "pass").click();
    }
    return document.querySelector("#result") !== null;
}"""
"""Takes the advised action if it is the player's turn; true once the deal is over."""
