/** The stylesheet of the page, for widths from 360 px and for light and dark mode. */
export const stylesheet = `
:root { color-scheme: light dark; --ink: #16202e; --soft: #4a5768; --line: #d5dbe3; --page: #fff; --well: #f3f5f8; --accent: #0b5cad; --on-accent: #fff; }
@media (prefers-color-scheme: dark) { :root { --ink: #e7ecf3; --soft: #a9b5c4; --line: #344153; --page: #121922; --well: #1b2531; --accent: #7db8f7; --on-accent: #0b1420; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; color: var(--ink); background: var(--page); font: 1rem/1.6 system-ui, "Noto Sans Khmer", "Khmer OS", sans-serif; display: grid; grid-template-columns: minmax(0, 1fr); gap: 0 2rem; padding: 1rem; max-width: 80rem; margin-inline: auto; }
@media (min-width: 60rem) { body { grid-template-columns: 20rem minmax(0, 1fr); } header { grid-column: 1 / -1; } nav { position: sticky; top: 0; max-height: 100vh; overflow: auto; align-self: start; } }
h1 { font-size: 1.6rem; line-height: 1.2; margin: .5rem 0; } h1 small { font-size: .9rem; color: var(--soft); }
h2 { font-size: 1.2rem; margin: 1.5rem 0 .25rem; } h3 { font-size: 1rem; margin: 0; overflow-wrap: anywhere; } h4 { font-size: .9rem; margin: .75rem 0 .25rem; }
nav h2 { font-size: .85rem; color: var(--soft); margin: 1rem 0 .25rem; } nav ul { list-style: none; margin: 0; padding: 0; } nav li a { display: block; padding: .3rem 0; font-size: .85rem; overflow-wrap: anywhere; text-decoration: none; }
a { color: var(--accent); } a:hover { text-decoration: underline; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; left: -100vw; } .skip:focus { left: 1rem; top: 1rem; background: var(--page); padding: .5rem; z-index: 1; }
b { font-size: .75rem; letter-spacing: .03em; border: 1px solid currentColor; border-radius: .25rem; padding: .05rem .35rem; color: var(--accent); }
article { border: 1px solid var(--line); border-radius: .75rem; padding: 1rem; margin: 1rem 0; }
.needs, .refusals, dt small { color: var(--soft); } .refusals { font-size: .9rem; }
code { font: .875em/1.6 ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", "Noto Sans Khmer", monospace; }
pre { background: var(--well); border-radius: .5rem; padding: .75rem; margin: .25rem 0; overflow: auto; max-height: 24rem; }
dl { margin: 0; } dd { margin: 0 0 .5rem; color: var(--soft); }
.fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr)); gap: .75rem; }
label { display: grid; gap: .25rem; font-size: .9rem; margin: .25rem 0; }
input, select, textarea { font: inherit; color: inherit; background: var(--page); border: 1px solid var(--soft); border-radius: .4rem; padding: .5rem; width: 100%; min-width: 0; } textarea { font-family: ui-monospace, monospace; }
summary { cursor: pointer; padding: .5rem 0; font-weight: 600; color: var(--accent); }
button { font: inherit; font-weight: 600; color: var(--on-accent); background: var(--accent); border: 0; border-radius: .4rem; padding: .55rem 1.25rem; margin: .5rem 0; cursor: pointer; } button:disabled { opacity: .6; cursor: progress; }
output { display: block; } output p { margin: .25rem 0; overflow-wrap: anywhere; }
@media print { nav, details, .keys { display: none; } }
`;
