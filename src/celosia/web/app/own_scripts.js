// What every page does by itself, besides what NiceGUI does.

// Those who listen know, too, that the server is gone.
document.addEventListener("DOMContentLoaded", () =>
    document.getElementById("popup").setAttribute("role", "alert"));

// What was used last, by its name, gets the focus again when its part of the page is drawn anew.
document.addEventListener("focusin", event =>
    window.lastUsed = event.target.closest("[data-name]")?.dataset.name);

// The browser's own arrows go from step to step.
window.addEventListener("popstate", event =>
    event.state && emitEvent("went", event.state.step));
