"use strict";
(() => {
  const root = document.documentElement;
  root.classList.add("has-script");
  const names = "http://www.w3.org/2000/svg";
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;

  function player(card) {
    const data = JSON.parse(card.querySelector("script").textContent);
    const pieces = card.querySelector(".pieces");
    const slider = card.querySelector("input");
    const shown = card.querySelector("output");
    const play = card.querySelector('[data-go="play"]');
    const last = data.frames.length - 1;
    const goals = new Set(data.goals);
    const spoken = [...card.querySelectorAll("li > ul [data-frame]")];
    let at = 0;
    let timer = 0;

    function use(name, place) {
      const piece = document.createElementNS(names, "use");
      piece.setAttribute("href", "#" + name);
      piece.setAttribute("x", (place % data.width) * data.unit);
      piece.setAttribute("y", Math.floor(place / data.width) * data.unit);
      return piece;
    }

    function show(frame) {
      at = Math.max(0, Math.min(last, frame));
      const [keeper, ...boxes] = data.frames[at];
      const drawn = boxes.map((place) => use(goals.has(place) ? "home" : data.box, place));
      pieces.replaceChildren(...drawn, use("keeper", keeper));
      for (const [when, place] of data.filled) {
        const hole = card.querySelector('[data-place="' + place + '"]');
        if (hole) hole.style.display = when <= at ? "none" : "";
      }
      for (const button of spoken) {
        const frame = Number(button.dataset.frame);
        button.classList.toggle("now", frame <= at && !spoken.some((it) => {
          const other = Number(it.dataset.frame);
          return frame < other && other <= at;
        }));
      }
      slider.value = at;
      shown.textContent = at + " / " + last;
    }

    function name(label) {
      play.setAttribute("aria-label", label);
      play.title = label + " (space)";
      play.querySelector("span").textContent = label.toLowerCase();
    }

    function stop() {
      clearInterval(timer);
      timer = 0;
      name("Play");
      play.classList.remove("running");
    }

    function begin() {
      if (at === last) show(0);
      name("Pause");
      play.classList.add("running");
      timer = setInterval(() => {
        show(at + 1);
        if (at === last) stop();
      }, isCalm ? 500 : 140);
    }

    const ways = {
      first: () => show(0),
      back: () => show(at - 1),
      // The position before a push: the same that a step back from after it shows.
      unpush: () => show((data.pushes.filter((it) => it <= at).pop() ?? 1) - 1),
      push: () => show(data.pushes.find((it) => it > at) ?? last),
      forward: () => show(at + 1),
      last: () => show(last),
    };

    function go(way) {
      const isRunning = timer !== 0;
      if (isRunning) stop();
      if (way === "play") {
        if (!isRunning) begin();
      } else {
        ways[way]();
      }
    }

    card.querySelectorAll("[data-go]").forEach((button) => {
      button.addEventListener("click", () => go(button.dataset.go));
    });
    card.querySelectorAll("[data-frame]").forEach((button) => {
      button.addEventListener("click", () => {
        if (timer) stop();
        show(Number(button.dataset.frame));
      });
    });
    slider.addEventListener("input", () => {
      if (timer) stop();
      show(Number(slider.value));
    });
    function press(event) {
      if (event.altKey || event.ctrlKey || event.metaKey || event.target === slider) return;
      const keys = event.shiftKey ? { ArrowLeft: "unpush", ArrowRight: "push" } : {
        ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", Enter: "push",
        " ": "play",
      };
      const way = keys[event.key];
      // Space and Enter press the button that has the focus.
      const isPress = event.key === " " || event.key === "Enter";
      const isFree = event.target === card || event.target === document.body;
      if (!way || (isPress && !isFree)) return;
      event.preventDefault();
      go(way);
    }
    card.addEventListener("keydown", press);
    return press;
  }

  const list = document.getElementById("levels");
  const cards = [...list.querySelectorAll(".card")];
  const presses = new Map(cards.map((card) => [card, player(card)]));

  // Where levels are told one below the other, keys mean the first until another is chosen.
  let chosen = cards.find((it) => it.classList.contains("story"));
  function choose(card) {
    chosen = card;
    cards.forEach((it) => it.classList.toggle("chosen", it === card && cards.length > 1));
  }
  if (chosen) {
    choose(chosen);
    for (const card of cards) {
      card.addEventListener("focusin", () => choose(card));
      card.addEventListener("pointerdown", () => choose(card));
    }
    document.addEventListener("keydown", (event) => {
      if (event.target === document.body) presses.get(chosen)(event);
    });
  }

  const key = document.getElementById("key");
  if (!key) return;
  const order = document.getElementById("order");
  function value(card) {
    const fact = [...card.querySelectorAll("dd")].find((it) => it.dataset.name === key.value);
    return fact && fact.dataset.value !== undefined ? Number(fact.dataset.value) : null;
  }
  function sort() {
    order.disabled = !key.value;
    const sign = Number(order.value);
    const sorted = cards.map((card, index) => ({ card, index, value: value(card) }));
    sorted.sort((one, two) => {
      if (!key.value) return one.index - two.index;
      if (one.value === null || two.value === null) {
        return (one.value === null) - (two.value === null) || one.index - two.index;
      }
      return sign * (one.value - two.value) || one.index - two.index;
    });
    list.replaceChildren(...sorted.map((it) => it.card));
  }
  key.addEventListener("change", sort);
  order.addEventListener("change", sort);
})();
