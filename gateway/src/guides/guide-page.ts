import { hash } from 'node:crypto';
import {
  type Html,
  html,
  pageSecurityPolicy,
  renderDocument,
  unescapedHtml,
} from '../http/pages/html-template.ts';
import type { Guide } from './render-guide.ts';

const stylesheet = `
:root { color-scheme: light dark; --ink: #16202e; --soft: #4a5768; --line: #d5dbe3; --page: #fff; --well: #f3f5f8; --accent: #0b5cad; }
@media (prefers-color-scheme: dark) { :root { --ink: #e7ecf3; --soft: #a9b5c4; --line: #344153; --page: #121922; --well: #1b2531; --accent: #7db8f7; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0 auto; padding: 1rem; max-width: 72rem; display: grid; grid-template-columns: minmax(0, 1fr); gap: 0 2.5rem; color: var(--ink); background: var(--page); font: 1rem/1.65 system-ui, "Noto Sans Khmer", "Khmer OS", sans-serif; overflow-wrap: anywhere; }
@media (min-width: 60rem) { body { grid-template-columns: 14rem minmax(0, 1fr); } nav { position: sticky; top: 0; max-height: 100vh; overflow: auto; align-self: start; } main:only-child { grid-column: 1 / -1; } }
h1 { font-size: 1.7rem; line-height: 1.25; margin: .5rem 0; }
h2 { font-size: 1.3rem; line-height: 1.35; margin: 2rem 0 .5rem; }
h3 { font-size: 1.05rem; margin: 1.5rem 0 .25rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: block; padding: .3rem 0; font-size: .9rem; text-decoration: none; }
a { color: var(--accent); }
a:hover { text-decoration: underline; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 1rem; padding: .5rem; background: var(--page); z-index: 1; }
code { font: .875em/1.6 ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", "Noto Sans Khmer", monospace; }
pre { margin: .75rem 0; padding: .75rem; border-radius: .5rem; background: var(--well); overflow: auto; }
.wide { margin: .75rem 0; overflow: auto; }
table { border-collapse: collapse; min-width: 30rem; font-size: .92rem; }
th, td { padding: .4rem .6rem; border: 1px solid var(--line); text-align: start; vertical-align: top; }
th { background: var(--well); }
li { margin: .25rem 0; }
.soft { color: var(--soft); }
@media print { nav { display: none; } }
`;

/** The CSP of the pages: their one style and an empty icon, and nothing else. */
export const guideContentSecurityPolicy = pageSecurityPolicy(
  `style-src 'sha256-${hash('sha256', stylesheet, 'base64')}'`,
  'img-src data:',
);

/** Renders a guide beside the list of its parts. */
export function renderGuidePage({ title, parts, body }: Guide): string {
  return renderPage(
    title,
    html`<a class="skip" href="#text">Skip to the text</a>
<nav aria-label="Parts"><ul>
<li><a href="/docs">All guides <span lang="km">ឯកសារណែនាំទាំងអស់</span></a></li>
${parts.map((part) => html`<li><a href="#${part.id}">${part.title}</a></li>`)}
</ul></nav>
<main id="text" tabindex="-1">
${body}
</main>`,
  );
}

/** Renders the list of all guides: their own page, and the one for an address without a guide. */
export function renderGuideList(guides: readonly Guide[], kind: 'list' | 'not-found'): string {
  const title = kind === 'list' ? 'Guides' : 'There is no such guide';
  const intro =
    kind === 'list'
      ? html`For teams that write remotes, apps, receivers of webhooks or translations. <span lang="km">សម្រាប់ក្រុមដែលសរសេរផ្នែកនៃកុងសូល កម្មវិធី ឬការបកប្រែ។ ឯកសារជាភាសាអង់គ្លេស។</span>`
      : html`Choose one of these. <span lang="km">គ្មានឯកសារណែនាំនេះទេ។ សូមជ្រើសរើសមួយក្នុងចំណោមនេះ។</span>`;
  return renderPage(
    title,
    html`<main>
<h1>${title}</h1>
<p class="soft">${intro}</p>
<ul>
${guides.map((guide) => html`<li><a href="${guide.path}">${guide.title}</a></li>`)}
<li><a href="/api/v1/docs">All calls of the API for apps</a></li>
</ul>
</main>`,
  );
}

function renderPage(title: string, body: Html): string {
  const head = html`<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<style>${unescapedHtml(stylesheet)}</style>`;
  return renderDocument(`${title} · Khmer Learning`, head, body).markup;
}
