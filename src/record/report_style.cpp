#include "record/report_page.h"

namespace limpet {

// Line colours are Okabe and Ito's, which the colour-blind tell apart; yellow is darkened on white.
const char* const report_style = R"css(
:root {
  color-scheme: light dark;
  --page: #f6f7f8; --card: #fff; --ink: #1b2329; --soft: #5c6a74; --line: #dde3e7; --grid: #e9edf0;
  --good: #00714f; --fair: #8a5a00; --bad: #b3261e;
  --c0: #0072b2; --c1: #d55e00; --c2: #009e73; --c3: #cc79a7; --c4: #e69f00; --c5: #56b4e9; --c6: #a89a00; --c7: #6b6b6b; --c8: #1b2329;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #12171b; --card: #1a2126; --ink: #e6ebee; --soft: #9aa7b0; --line: #2e383f; --grid: #273037;
    --good: #4cc79a; --fair: #e6b04d; --bad: #ff8a80;
    --c0: #4aa8e0; --c1: #f0803c; --c2: #2fc49a; --c3: #dd9cc0; --c4: #eeb33f; --c5: #8fd0f5; --c6: #e8dc58; --c7: #a0a0a0; --c8: #e6ebee;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
main { max-width: 1080px; margin: 0 auto; padding: 32px 20px 48px; }
h1 { font-size: 30px; line-height: 1.2; margin: 0; letter-spacing: -0.01em; overflow-wrap: anywhere; }
h2 { font-size: 20px; margin: 40px 0 12px; }
h3 { font-size: 15px; margin: 0; overflow-wrap: anywhere; }
p { margin: 6px 0; }
.lead { color: var(--soft); max-width: 46em; overflow-wrap: anywhere; }
.state { display: inline-block; padding: 2px 10px; border: 1px solid currentColor; border-radius: 99px; font-size: 13px; font-weight: 600; margin-top: 10px; overflow-wrap: anywhere; }
.good { color: var(--good); } .fair { color: var(--fair); } .bad { color: var(--bad); }
.warnings { color: var(--fair); margin: 14px 0 0; padding-left: 20px; font-size: 14px; overflow-wrap: anywhere; }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(48%, 210px), 1fr)); gap: 1px; background: var(--card); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; margin-top: 22px; }
.tile { padding: 12px 16px; box-shadow: 0 0 0 1px var(--line); }
sup { line-height: 0; font-size: 0.7em; }
.tile b { display: block; font-size: 21px; font-weight: 600; font-variant-numeric: tabular-nums; white-space: nowrap; }
.tile b small { font-size: 13px; font-weight: 500; color: var(--soft); }
.tile span { font-size: 13px; color: var(--soft); }
.grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 440px), 1fr)); gap: 16px; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 14px 16px; margin: 0; min-width: 0; }
.card p { color: var(--soft); font-size: 13px; margin: 2px 0 0; }
.wide { grid-column: 1 / -1; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 6px; margin: 8px 0 2px; }
.legend button { all: unset; cursor: pointer; font-size: 13px; padding: 1px 7px 1px 5px; border-radius: 5px; display: inline-flex; align-items: center; gap: 6px; overflow-wrap: anywhere; }
.legend button:hover, .legend button:focus-visible { background: var(--grid); }
.legend button[aria-pressed=false] { opacity: 0.4; text-decoration: line-through; }
.legend i, .tip i { width: 14px; height: 3px; border-radius: 2px; flex: none; display: inline-block; }
.plot { position: relative; touch-action: pan-y; margin-top: 8px; height: 220px; }
.wide .plot { height: 270px; }
.plot svg { display: block; width: 100%; overflow: visible; }
.plot text { font-size: 11.5px; fill: var(--soft); font-variant-numeric: tabular-nums; }
.plot .grid-line { stroke: var(--grid); } .plot .zero { stroke: var(--soft); opacity: 0.6; }
.plot path { fill: none; stroke-width: 1.7; stroke-linejoin: round; vector-effect: non-scaling-stroke; }
.plot .cursor { stroke: var(--soft); stroke-dasharray: 3 3; }
.tip { position: absolute; top: 4px; pointer-events: none; background: var(--card); border: 1px solid var(--line); border-radius: 7px; padding: 6px 9px; font-size: 12.5px; box-shadow: 0 3px 12px rgb(0 0 0 / 0.16); white-space: nowrap; font-variant-numeric: tabular-nums; z-index: 2; }
.tip div { display: flex; align-items: center; gap: 6px; } .tip div b { margin-left: auto; padding-left: 12px; }
.bar { display: flex; height: 26px; border-radius: 6px; overflow: hidden; margin: 12px 0 14px; background: var(--grid); }
.bar i { min-width: 1px; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 14px; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: 5px 10px; border-bottom: 1px solid var(--grid); }
th { color: var(--soft); font-weight: 500; font-size: 13px; }
th:first-child, td:first-child { text-align: left; padding-left: 0; min-width: 6em; overflow-wrap: anywhere; } tr:last-child td { border-bottom: 0; }
td .dot { display: inline-block; width: 11px; height: 11px; border-radius: 3px; margin-right: 8px; vertical-align: -1px; }
.pictures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 300px), 1fr)); gap: 12px; }
.pictures img { width: 100%; display: block; border-radius: 8px; border: 1px solid var(--line); }
.pictures figure { margin: 0; } .pictures figcaption { font-size: 13px; color: var(--soft); overflow-wrap: anywhere; }
footer { color: var(--soft); font-size: 13px; margin-top: 40px; }
@media print { .card, .tile { break-inside: avoid; } body { background: none; } }
)css";

}  // namespace limpet
