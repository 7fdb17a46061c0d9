// A list of things to try, at the side of the page, which ticks off what the person has done. One can close it.
"use strict";

(() => {
  const CLOSED = "flipfour-tour-closed";
  const DONE = "flipfour-tour-done";
  const WIDE = "(min-width: 1100px)"; // below, the list would cover the channel: it begins folded
  const { tour } = window.demoWords; // in the language of the person who looks at the page

  // Which buttons and commands are a step: names of commands, and actions in the ids of buttons.
  const STEPS = {
    game: { commands: ["play", "reversi start", "connect4 start"], actions: /^(start(_.+)?|offer_play|accept)$/ },
    move: { commands: [], actions: /^(move|choose)$/ },
    review: { commands: ["review"], actions: /^review(_.+)?$/ },
    puzzle: { commands: [] }, // only a solution
    tournament: { commands: ["tournament"], actions: /^tour_.+$/ },
    standings: { commands: ["leaderboard", "profile", "compare"], actions: /^(standings|profile|compare)(_.+)?$/ },
  };

  const stored = () => JSON.parse(window.localStorage.getItem(DONE) ?? "[]");
  const done = new Set(stored());
  let card = null;

  // --- what the person does -----------------------------------------------------------------------------------

  function controls(components) {
    return (components ?? []).flatMap((one) => [one, one.accessory ?? {}, ...controls(one.components)]);
  }

  // The action and the first field in the custom id of the button or menu that was used: "move", "open:puzzle".
  function used({ target_id: target, control_key: key }) {
    const message = window.demo.state()?.messages?.[target];
    const id = controls(message?.components).find((one) => one.control_key === key)?.custom_id ?? "";
    const [, action, field] = id.split(":");
    return { action, field };
  }

  function isStep({ commands, actions }, command, action) {
    const named = commands.some((name) => command === name || command.startsWith(`${name} `));
    return named || (command === "" && Boolean(actions?.test(action)));
  }

  function note(body, receipt) {
    if (receipt.rejected) return;
    const { action = "", field = "" } = ["click", "select"].includes(body.kind) ? used(body) : {};
    const opened = action.startsWith("open") ? field : "";
    // What was typed as a message may have been a command.
    const command = body.kind === "run_command" ? (body.path ?? []).join(" ") : (receipt.ranCommand ?? opened);
    for (const [key, step] of Object.entries(STEPS)) {
      if (isStep(step, command, action)) done.add(key);
    }
    if (receipt.solvedPuzzle) done.add("puzzle");
    stored().forEach((key) => done.add(key)); // in another window
    window.localStorage.setItem(DONE, JSON.stringify([...done]));
    show();
  }

  const send = window.fetch;
  window.fetch = async (path, init = {}) => {
    const response = await send(path, init);
    if (path === "/api/action" && response.ok && typeof init.body === "string") {
      note(JSON.parse(init.body), await response.clone().json());
    }
    return response;
  };

  // --- the list -----------------------------------------------------------------------------------------------

  function type(command) {
    const input = document.getElementById("channel-composer-input");
    input.focus();
    input.value = command;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function element(name, properties, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  }

  function entry({ key, text, command }) {
    const item = element("li", { className: done.has(key) ? "done" : "" }, element("span", { textContent: text }));
    if (command) {
      const button = element("button", { type: "button", textContent: command });
      button.addEventListener("click", () => type(command));
      item.append(button);
    }
    return item;
  }

  function show() {
    if (!card) return;
    const open = card.firstElementChild?.open ?? window.matchMedia(WIDE).matches;
    const close = element("button", { type: "button", textContent: "×", title: tour.close, ariaLabel: tour.close });
    close.addEventListener("click", () => setClosed(true));
    const count = `${done.size}/${tour.steps.length}`;
    const all = done.size === tour.steps.length ? [element("p", { textContent: tour.done })] : [];
    card.replaceChildren(
      element(
        "details",
        { open },
        element("summary", {}, `${tour.title} `, element("small", { textContent: count })),
        element("ol", {}, ...tour.steps.map(entry)),
        ...all,
      ),
      close,
    );
  }

  function setClosed(closed) {
    if (closed) window.localStorage.setItem(CLOSED, "yes");
    else window.localStorage.removeItem(CLOSED);
    card.hidden = closed;
  }

  document.addEventListener("DOMContentLoaded", () => {
    card = element("aside", { id: "demo-tour", ariaLabel: tour.title });
    card.hidden = window.localStorage.getItem(CLOSED) !== null;
    document.getElementById("preview-workspace").append(card);
    const again = element("button", { type: "button", id: "tour-open", textContent: tour.open });
    again.addEventListener("click", () => setClosed(false));
    document.querySelector(".session-menu-popover").prepend(again);
    show();
  });
})();
