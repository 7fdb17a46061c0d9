// The page's connection to the demo: it asks for changes only, stays the same person when reloaded, says when the
// demo is not running, and reconnects.
"use strict";

(() => {
  const TRIES = 2; // failed requests in a row before the page says that the demo is gone
  const RETRY_SECONDS = 1;
  const GOODBYE_SECONDS = 4; // that a demo which ends may still answer
  const send = window.fetch.bind(window);
  let known = null; // the last state of the page: {context, version, state}
  let identity = {}; // the headers by which the demo knows this page
  let failures = 0;
  let speaking = false; // this page changes the language
  let ended = false; // the demo has said goodbye

  const words = window.demoWords; // in the language of the person who looks at the page
  const ENDED = [words.ended, words.endedText];
  const GONE = [words.gone, words.startAgain];
  const WRONG_ADDRESS = [words.wrongAddress, words.openAddress];

  function say([title, text]) {
    let notice = document.getElementById("demo-notice");
    if (!notice) {
      notice = Object.assign(document.createElement("section"), { id: "demo-notice" });
      notice.setAttribute("role", "alert");
      notice.append(document.createElement("h1"), document.createElement("p"));
      document.body.append(notice);
    }
    notice.querySelector("h1").textContent = title;
    notice.querySelector("p").textContent = text;
  }

  async function reconnect(notice) {
    say(notice);
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, RETRY_SECONDS * 1000));
      try {
        if ((await send("/", { cache: "no-store" })).ok) return window.location.reload();
      } catch {
        // Not back yet.
      }
    }
  }

  let reconnecting = null;

  function noteFailure() {
    failures += 1;
    if (failures >= TRIES) reconnecting ??= reconnect(ended ? ENDED : GONE);
  }

  // The demo answers a little longer, so reconnect only once it is gone.
  function noteEnd() {
    ended = true;
    say(ENDED);
    setTimeout(() => (reconnecting ??= reconnect(ENDED)), GOODBYE_SECONDS * 1000);
  }

  // --- who looks at the page ----------------------------------------------------------------------------------

  function asked(parameter) {
    return new URLSearchParams(window.location.search).get(parameter);
  }

  // The address names the person, so a reload, a bookmark and a shared link are the same person again.
  function rememberViewer(state) {
    const name = state.viewers?.find((viewer) => viewer.id === state.viewerId)?.name;
    if (!name || name === asked("as")) return;
    window.history.replaceState(null, "", window.demo.addressOf(name, asked("in")));
  }

  window.demo = {
    // The address of the page as a person, in the channel or a thread.
    addressOf: (name, place = null) => {
      const parameters = new URLSearchParams(place ? { as: name, in: place } : { as: name });
      return `${window.location.pathname}?${parameters}${window.location.hash}`;
    },
    state: () => known?.state ?? null,
    messageWith: (id) => document.querySelector(`.channel-message[data-message-id="${id}"]`),
    // Whether a text is a command's name in full, and the command needs nothing else.
    isWhole: (text, commands) => {
      const name = text.slice(1).trim().toLocaleLowerCase();
      const found = commands.find((one) => [one.invocation.toLocaleLowerCase(), one.english].includes(name));
      return Boolean(found) && !found.options.some((option) => option.required);
    },
    // A notice of Discord's own as the page's language says it.
    system: ({ text = "", text_tokens }) => {
      const thread = /^started a thread: (.*)\.$/s.exec(text)?.[1];
      if (thread !== undefined) return { text: words.startedThread.replace("{thread}", thread) };
      const channel = /^changed this channel's name: (.*)\.$/s.exec(text)?.[1];
      return channel === undefined ? { text, text_tokens } : { text: words.renamedChannel.replace("{name}", channel) };
    },
    // The values of an option that is true or false, typed in the page's language or in English.
    isTrue: (text) => ["true", words.yes.toLocaleLowerCase()].includes(text.trim().toLocaleLowerCase()),
    isTruth: (text) => {
      const falses = ["false", words.no.toLocaleLowerCase()];
      return window.demo.isTrue(text) || falses.includes(text.trim().toLocaleLowerCase());
    },
    speak: async (language) => {
      const init = { method: "POST", headers: { ...identity, "Content-Type": "application/json" } };
      speaking = true; // until all is translated, the page stays as it is
      const answer = await send("/api/action", { ...init, body: JSON.stringify({ kind: "language", language }) });
      if (answer.ok) await window.demo.reload();
    },
  };

  // --- the page's requests ------------------------------------------------------------------------------------

  function changed(state, { set, within, gone }) {
    const result = { ...state, ...set };
    for (const key of gone) delete result[key];
    for (const [key, inner] of Object.entries(within)) {
      result[key] = { ...state[key], ...inner.set };
      for (const name of inner.gone) delete result[key][name];
    }
    return result;
  }

  // What simcord's script reads of a response.
  function responseOf(state) {
    return { ok: true, status: 200, json: async () => structuredClone(state) };
  }

  function note(context, version, state) {
    known = { context, version, state };
    rememberViewer(state);
    window.dispatchEvent(new CustomEvent("demo-state", { detail: state }));
    if (state.language === words.spoken || speaking) return;
    speaking = true; // another page has changed the language of all
    void window.demo.reload();
  }

  async function readState(path, init) {
    const context = init.headers["X-Simcord-Context"];
    identity = init.headers;
    if (known?.context !== context) known = null;
    const headers = { ...init.headers, "X-Flipfour-Known": String(known?.version ?? 0) };
    const response = await send(path, { ...init, headers });
    // A page that slept for long has lost its place: simcord forgets pages after ten minutes without a request.
    if (response.status === 410) window.location.reload();
    if (response.headers.has("X-Flipfour-Ends")) noteEnd();
    if (response.status === 204) return responseOf(known.state);
    if (!response.ok) return response;
    const { version, state, changes } = await response.json();
    note(context, version, state ?? changed(known.state, changes));
    return responseOf(known.state);
  }

  async function openPage(path, init) {
    const body = JSON.stringify({ ...JSON.parse(init.body), viewer_id: asked("as"), target_id: asked("in") });
    const response = await send(path, { ...init, body });
    if (!response.ok) {
      say(WRONG_ADDRESS);
      return response;
    }
    const state = await response.json();
    note(state.context.id, 0, state);
    return responseOf(state);
  }

  async function act(path, init) {
    const response = await send(path, init);
    if (response.ok) {
      const body = init.body instanceof FormData ? init.body.get("payload") : init.body;
      const detail = { kind: JSON.parse(body).kind, receipt: await response.clone().json() };
      if (detail.kind === "close") noteEnd();
      window.dispatchEvent(new CustomEvent("demo-receipt", { detail }));
    }
    return response;
  }

  const WAYS = { "/api/state": readState, "/api/pages": openPage, "/api/action": act };

  window.fetch = async (path, init = {}) => {
    try {
      const response = await (WAYS[path] ?? send)(path, init);
      failures = 0;
      return response;
    } catch (error) {
      // simcord ends its own requests when a newer one takes their place.
      if (error.name !== "AbortError") noteFailure();
      throw error;
    }
  };

  if (window.location.hash.length < 2) document.addEventListener("DOMContentLoaded", () => say(WRONG_ADDRESS));
})();
