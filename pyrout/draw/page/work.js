"use strict";
// Work in progress: the steps of a request that takes its time.
const workOf = ({ session }) => {
  const PATIENCE = 600;  // milliseconds of a change after which the page says what is going on
  const work = { timer: 0, poll: 0, told: "" };
  function begin(title, now) {
    end();
    $("busy").textContent = "…";
    $("busy").className = "wait";
    work.told = "";
    const open = () => {
      $("work-name").textContent = title;
      $("work-steps").replaceChildren();
      $("work-bar").removeAttribute("value");
      $("work").hidden = false;
      document.body.classList.add("working");
      look();
      work.poll = setInterval(look, 300);
    };
    if (now) open(); else work.timer = setTimeout(open, PATIENCE);
  }
  function tell(said, done, of) {
    if (of) { $("work-bar").max = of; $("work-bar").value = done; } else $("work-bar").removeAttribute("value");
    if (!said || said === work.told) return;
    work.told = said;
    $("work-steps").append(element("li", {}, said));
  }
  async function look() {
    try {
      const found = await (await fetch(`/api/step?session=${session}`)).json();
      if (!$("work").hidden) tell(found.words, found.done, found.of);
    } catch { /* the next look may tell more */ }
  }
  function end() {
    clearTimeout(work.timer);
    clearInterval(work.poll);
    $("work").hidden = true;
    document.body.classList.remove("working");
    $("busy").textContent = "";
    $("busy").className = "";
  }
  return { begin, tell, end };
};
