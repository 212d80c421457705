#include "record/report_page.h"

namespace limpet {

const char* const report_script = R"js(
"use strict";
(() => {
  const charts = JSON.parse(document.getElementById("charts").textContent);
  const svg = (name, attributes, parent, text) => {
    const node = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const key in attributes) node.setAttribute(key, attributes[key]);
    if (text !== undefined) node.textContent = text;
    parent.append(node);
    return node;
  };
  const html = (name, parent, text) => {
    const node = document.createElement(name);
    if (text !== undefined) node.textContent = text;
    parent.append(node);
    return node;
  };
  // Sums stand out from their parts.
  const color = (i, line) => line.name === "total" ? "var(--c8)" : `var(--c${i % 8})`;

  // Steps of 1, 2 or 5 times a power of ten.
  const niceTicks = (low, high, count) => {
    const raw = (high - low) / count, power = 10 ** Math.floor(Math.log10(raw));
    const step = power * (raw / power <= 1 ? 1 : raw / power <= 2 ? 2 : raw / power <= 5 ? 5 : 10);
    const ticks = [];
    for (let k = Math.ceil(low / step - 1e-9); k * step <= high + step * 1e-9; k++) ticks.push(k * step);
    return { ticks, step };
  };
  const superscript = n => String(n).replace(/./g, c => c === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[c]);
  const minus = text => text.replace("-", "−");
  const decimals = step => Math.max(0, Math.min(12, -Math.floor(Math.log10(step) + 1e-9)));
  // Only units that prefixes are used with; the factor turns SI values into what the axis shows.
  const scaleFor = (unit, largest) => {
    if (["m", "J", "N", "m/s", "Pa"].includes(unit) && largest > 0)
      for (const [factor, prefix] of [[1e9, "G"], [1e6, "M"], [1e3, "k"], [1, ""], [1e-3, "m"], [1e-6, "µ"], [1e-9, "n"]])
        if (largest >= factor * 0.1 && !(unit.startsWith("m") && factor > 1)) return [1 / factor, prefix + unit];
    const power = largest > 0 ? Math.floor(Math.log10(largest) + 1e-9) : 0;
    if (power >= 5 || power <= -4) return [10 ** -power, `10${superscript(power)}${unit ? " " + unit : ""}`];
    return [1, unit];
  };

  const nearest = (xs, x) => {
    let low = 0, high = xs.length - 1;
    while (high - low > 1) { const mid = (low + high) >> 1; if (xs[mid] <= x) low = mid; else high = mid; }
    return x - xs[low] <= xs[high] - x ? low : high;
  };

  function setUp(figure) {
    const chart = charts[Number(figure.dataset.chart)];
    const shown = chart.lines.map(() => true);
    if (chart.lines.length > 1) {
      const legend = html("div", figure);
      legend.className = "legend";
      chart.lines.forEach((line, i) => {
        const button = html("button", legend);
        button.setAttribute("aria-pressed", "true");
        html("i", button).style.background = color(i, line);
        html("span", button, line.name);
        button.onclick = () => {
          shown[i] = !shown[i];
          button.setAttribute("aria-pressed", String(shown[i]));
          draw();
        };
      });
    }
    const plot = html("div", figure);
    plot.className = "plot";
    let redrawn = 0;

    function range() {
      let [x0, x1, y0, y1] = [Infinity, -Infinity, Infinity, -Infinity];
      chart.lines.forEach((line, i) => {
        if (line.x.length) { x0 = Math.min(x0, line.x[0]); x1 = Math.max(x1, line.x[line.x.length - 1]); }
        if (shown[i]) for (const y of line.y) if (y !== null && (!chart.log || y > 0)) { y0 = Math.min(y0, y); y1 = Math.max(y1, y); }
      });
      if (!(x1 > x0)) { x0 = (x0 === Infinity ? 0 : x0) - 0.5; x1 = x0 + 1; }
      if (x0 > 0 && x0 < 0.05 * x1) x0 = 0;
      if (y0 > y1) { y0 = chart.log ? 0.1 : 0; y1 = 1; }
      return [x0, x1, y0, y1];
    }

    function draw() {
      const width = Math.max(plot.clientWidth, 220), height = figure.classList.contains("wide") ? 270 : 220;
      const [x0, x1, low, high] = range();
      const [factor, unit] = chart.log ? [1, chart.unit] : scaleFor(chart.unit, Math.max(Math.abs(low), Math.abs(high)));
      let ticks, label, y0, y1;
      if (chart.log) {
        y0 = Math.floor(Math.log10(low) + 1e-9); y1 = Math.max(Math.ceil(Math.log10(high) - 1e-9), y0 + 1);
        const every = Math.max(1, Math.ceil((y1 - y0) / 6));
        ticks = [];
        for (let k = y0; k <= y1; k += every) ticks.push(k);
        label = k => "10" + superscript(k);
      } else {
        y0 = low * factor; y1 = high * factor;
        if (!(y1 - y0 > 1e-9 * Math.max(Math.abs(y0), Math.abs(y1)))) { const pad = Math.abs(y0) * 0.1 || 1; y0 -= pad; y1 += pad; }
        const nice = niceTicks(y0, y1, 4);
        y0 = Math.min(y0, Math.floor(y0 / nice.step + 1e-9) * nice.step); y1 = Math.max(y1, Math.ceil(y1 / nice.step - 1e-9) * nice.step);
        ticks = niceTicks(y0, y1, (y1 - y0) / nice.step).ticks;
        label = v => minus((Math.abs(v) < nice.step * 1e-6 ? 0 : v).toFixed(decimals(nice.step)));
      }
      const left = 14 + 7 * Math.max(...ticks.map(t => label(t).length)), right = 12, top = 22, bottom = 34;
      const sx = x => left + (x - x0) / (x1 - x0) * (width - left - right);
      const sy = y => height - bottom - ((chart.log ? Math.log10(y) : y * factor) - y0) / (y1 - y0) * (height - top - bottom);
      const tickY = t => height - bottom - (t - y0) / (y1 - y0) * (height - top - bottom);
      plot.replaceChildren();
      const root = svg("svg", { height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": chart.title }, plot);
      svg("text", { x: 0, y: 10 }, root, unit);
      for (const t of ticks) {
        svg("line", { x1: left, x2: width - right, y1: tickY(t), y2: tickY(t), class: !chart.log && Math.abs(t) < 1e-12 ? "zero" : "grid-line" }, root);
        svg("text", { x: left - 7, y: tickY(t) + 4, "text-anchor": "end" }, root, label(t));
      }
      const times = niceTicks(x0, x1, Math.max(2, Math.min(8, width / 90)));
      for (const t of times.ticks) {
        svg("line", { x1: sx(t), x2: sx(t), y1: height - bottom, y2: height - bottom + 4, class: "zero" }, root);
        svg("text", { x: sx(t), y: height - bottom + 17, "text-anchor": "middle" }, root, minus((Math.abs(t) < times.step * 1e-6 ? 0 : t).toFixed(decimals(times.step))));
      }
      svg("text", { x: width - right, y: height - 2, "text-anchor": "end" }, root, "time, s");
      chart.lines.forEach((line, i) => {
        if (!shown[i]) return;
        let path = "", pen = false;
        for (let k = 0; k < line.x.length; k++) {
          const y = line.y[k];
          if (y === null || (chart.log && !(y > 0))) { pen = false; continue; }
          path += `${pen ? "L" : "M"}${sx(line.x[k]).toFixed(1)} ${sy(y).toFixed(1)}`;
          // A value between two gaps is a dot, not nothing.
          if (!pen && (k + 1 === line.x.length || line.y[k + 1] === null)) path += "h0.1";
          pen = true;
        }
        svg("path", { d: path, style: `stroke:${color(i, line)};stroke-width:${line.x.length > width ? 1.1 : 1.7}`, "stroke-linecap": "round" }, root);
      });
      read(root, { sx, sy, x0, x1, left, right, top, bottom, width, height, factor, unit });
    }

    function read(root, a) {
      const cursor = svg("line", { y1: a.top, y2: a.height - a.bottom, class: "cursor", visibility: "hidden" }, root);
      const dots = chart.lines.map((line, i) => svg("circle", { r: 3.2, style: `fill:${color(i, line)}`, visibility: "hidden" }, root));
      const tip = html("div", plot);
      tip.className = "tip";
      tip.hidden = true;
      const hide = () => { tip.hidden = true; cursor.setAttribute("visibility", "hidden"); for (const dot of dots) dot.setAttribute("visibility", "hidden"); };
      root.onpointermove = event => {
        const box = root.getBoundingClientRect();
        const x = a.x0 + ((event.clientX - box.left) - a.left) / (a.width - a.left - a.right) * (a.x1 - a.x0);
        if (x < a.x0 || x > a.x1) return hide();
        tip.replaceChildren();
        let at = null;
        chart.lines.forEach((line, i) => {
          dots[i].setAttribute("visibility", "hidden");
          if (!shown[i] || !line.x.length) return;
          const k = nearest(line.x, x), y = line.y[k];
          if (at === null) { at = line.x[k]; html("div", tip, `${minus(String(Number(at.toPrecision(6))))} s`); }
          const row = html("div", tip);
          html("i", row).style.background = color(i, line);
          html("span", row, line.name);
          html("b", row, y === null ? "–" : chart.log ? y.toExponential(2).replace(/e([+-]\d+)/, (_, e) => " · 10" + superscript(Number(e))) : minus(String(Number((y * a.factor).toPrecision(5)))) + (a.unit ? " " + a.unit : ""));
          if (y === null || (chart.log && !(y > 0))) return;
          dots[i].setAttribute("cx", a.sx(line.x[k])); dots[i].setAttribute("cy", a.sy(y)); dots[i].setAttribute("visibility", "visible");
        });
        if (at === null) return hide();
        cursor.setAttribute("x1", a.sx(at)); cursor.setAttribute("x2", a.sx(at)); cursor.setAttribute("visibility", "visible");
        tip.hidden = false;
        const px = a.sx(at), flip = px > a.width / 2;
        tip.style.left = flip ? "auto" : `${px + 12}px`;
        tip.style.right = flip ? `${a.width - px + 12}px` : "auto";
      };
      root.onpointerleave = hide;
    }

    new ResizeObserver(() => { if (plot.clientWidth !== redrawn) { redrawn = plot.clientWidth; draw(); } }).observe(plot);
  }
  document.querySelectorAll("figure[data-chart]").forEach(setUp);
})();
)js";

}  // namespace limpet
