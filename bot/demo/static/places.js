// The channel and its threads, listed beside the messages as soon as there is a thread.
"use strict";

(() => {
  const words = window.demoWords; // in the language of the person who looks at the page
  const SEEN = "flipfour-seen";
  let drawn = "";

  function viewer({ viewers, viewerId }) {
    return viewers.find((one) => one.id === viewerId)?.name ?? "";
  }

  // The newest message that a person saw in each place, by person and place.
  function seen() {
    try {
      return JSON.parse(window.sessionStorage.getItem(SEEN)) ?? {};
    } catch {
      return {};
    }
  }

  function link(state, place, index, known) {
    const name = index ? place.name : `# ${place.name}`;
    const here = place.id === state.channelId;
    const item = Object.assign(document.createElement("a"), {
      href: window.demo.addressOf(viewer(state), index ? place.id : null),
      textContent: name,
      title: place.name,
    });
    if (here) item.setAttribute("aria-current", "page");
    const last = known[`${state.viewerId} ${place.id}`] ?? "0";
    item.classList.toggle("unread", !here && BigInt(place.newest) > BigInt(last));
    return item;
  }

  function draw(state) {
    const { places = [], channelId, viewerId } = state;
    const known = seen();
    const here = places.find((place) => place.id === channelId);
    if (here) {
      known[`${viewerId} ${here.id}`] = here.newest;
      window.sessionStorage.setItem(SEEN, JSON.stringify(known));
    }
    const fingerprint = JSON.stringify([places, channelId, viewerId]);
    if (fingerprint === drawn) return;
    drawn = fingerprint;
    const list = document.getElementById("demo-places");
    list.hidden = places.length < 2;
    const links = places.map((place, index) => link(state, place, index, known));
    const heading = Object.assign(document.createElement("h2"), { textContent: words.threads });
    list.replaceChildren(links[0], heading, ...links.slice(1));
  }

  // Whether a place is here to be opened; then it is.
  window.demo.open = (id, message = null) => {
    const state = window.demo.state();
    const index = state?.places?.findIndex((place) => place.id === id) ?? -1;
    if (index < 0) return false;
    if (message) window.sessionStorage.setItem("flipfour-message", message);
    window.location.assign(window.demo.addressOf(viewer(state), index ? id : null));
    return true;
  };

  // The thread that the page shows; null for the channel.
  window.demo.place = () => {
    const { places = [], channelId } = window.demo.state() ?? {};
    return places.findIndex((place) => place.id === channelId) > 0 ? channelId : null;
  };

  document.addEventListener("click", (event) => {
    const summary = event.target instanceof Element ? event.target.closest("[data-place]") : null;
    if (summary) window.demo.open(summary.dataset.place);
  });

  document.addEventListener("DOMContentLoaded", () => {
    const list = Object.assign(document.createElement("nav"), { id: "demo-places", hidden: true });
    list.setAttribute("aria-label", words.threads);
    document.getElementById("preview-stage").before(list);
    window.addEventListener("demo-state", (event) => draw(event.detail));
    const message = window.sessionStorage.getItem("flipfour-message");
    window.sessionStorage.removeItem("flipfour-message");
    const jump = () => document.querySelector(".channel-message") && window.demo.jumpTo(message);
    if (message) window.addEventListener("demo-state", () => setTimeout(jump), { once: true });
  });
})();
