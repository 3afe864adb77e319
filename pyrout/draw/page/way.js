"use strict";
// A way that is chosen, drawn over the map: its steps with their MF, who interdicts it, and whom it meets.
const wayOf = ({ spot, spotOf, hexOf, shapeOf }) => {
  const line = (a, b, kind) => (a && b && a.length && b.length ? [drawn("path", { d: `M${a[0]} ${a[1]}L${b[0]} ${b[1]}`, class: kind })] : []);
  // The hexes where it is interdicted, as the drawing has them.
  function danger(route) {
    const hexes = new Set(route.sights.map(([, location]) => hexOf(location)));
    const looks = [{ class: "hatched", fill: "url(#p-interdicted)" }, { class: "danger", fill: "none" }];
    return [...hexes].flatMap((hex) => looks.map((look) => outline(shapeOf(hex), look)));
  }
  const sights = (route) => [...route.sights.flatMap(([by, hex]) => line(spotOf(by), spot(hex), "sight")), ...route.found.flatMap(([hex, enemy]) => line(spot(hex), spotOf(enemy), "found"))];
  // Its line, and a number and the MF for each step; `at`: the step that is looked at.
  function steps(route, at) {
    const parts = [drawn("path", { d: route.d, class: "halo" }), drawn("path", { d: route.d, class: `picked ${route.posture}` })];
    route.path.forEach((location, i) => {
      const [x, y] = spot(location);
      parts.push(drawn("circle", { cx: x, cy: y, r: i === at ? 11 : i ? 8 : 6, class: i === at ? "picked-head here" : "picked-head" }));
      if (!i) return;
      const number = drawn("text", { x, y: y + 3.5, "font-size": 10, class: "picked-number" });
      number.textContent = i;
      const words = drawn("text", { x: 0, y: -9, class: "tag-text" });
      words.textContent = `${Math.floor(route.mf[i]) || (route.mf[i] % 1 ? "" : 0)}${route.mf[i] % 1 ? "½" : ""} MF`;
      const keep = drawn("g", { class: "keep" }, drawn("rect", { x: -17, y: -17, width: 34, height: 11, rx: 3, class: "tag ground" }), words);
      parts.push(number, drawn("g", { transform: `translate(${x} ${y - 3})` }, keep));
    });
    return parts;
  }
  return { line, danger, sights, steps };
};
