import {
  type Html,
  html,
  pageSecurityPolicy,
  renderDocument,
  unescapedHtml,
} from '../../http/pages/html-template.ts';
import type { OpenApiDocument, Operation } from '../openapi/openapi-document.ts';
import { docsPageScript } from './docs-page-script.ts';

/** Placeholder of the nonce. It cannot occur in the page's text. */
const noncePlaceholder = '\u0000nonce\u0000';

interface DocumentedCall {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

/** The CSP of the page: inline style and script with the nonce, calls to this gateway only, no other sources. */
export const docsContentSecurityPolicy = (nonce: string) =>
  pageSecurityPolicy(
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    'img-src data:',
  );

/**
 * Renders an OpenAPI document as an HTML page. It can be read without JavaScript; sending requests needs it.
 *
 * @returns a function that gives the page for a nonce
 */
export function createDocsPage(document: OpenApiDocument): (nonce: string) => string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
    })),
  );
  const htmlParts = renderPage(document, calls).markup.split(noncePlaceholder);
  return (nonce) => htmlParts.join(nonce);
}

function renderPage(document: OpenApiDocument, calls: readonly DocumentedCall[]): Html {
  const { title, version, description } = document.info;
  const groups = document.tags.map((tag) => ({
    ...tag,
    calls: calls.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  const head = html`<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<style nonce="${noncePlaceholder}">${unescapedHtml(stylesheet)}</style>`;
  const body = html`<a class="skip" href="#calls">Skip to the endpoints</a>
<header>
<h1>${title} <small>${version}</small></h1>
<p><a href="openapi.json">OpenAPI document</a> · <a href="/docs/api-v1">Guide</a> · <a href="/docs">All guides</a></p>
</header>
<nav aria-label="Endpoints">${groups.map(
    (group) =>
      html`<h2>${group.name}</h2><ul>${group.calls.map(
        ({ path, method, operation }) =>
          html`<li><a href="#${operation.operationId}"><b class="${method}">${method}</b> <span>${path}</span></a></li>`,
      )}</ul>`,
  )}</nav>
<main id="calls" tabindex="-1">
<section aria-labelledby="about"><h2 id="about">Using the API</h2>${renderParagraphs(description)}</section>
<section aria-labelledby="keys" class="keys"><h2 id="keys">Credentials</h2>
<p>These values are kept only in this page’s memory and are discarded when you leave it.</p>
<div class="fields">
<label>API key <input id="api-key" type="password" autocomplete="off" spellcheck="false" placeholder="khmer_…"></label>
<label>Learner token <input id="learner-token" type="password" autocomplete="off" spellcheck="false"></label>
</div></section>
${groups.map(
  (group) =>
    html`<section aria-label="${group.name}"><h2>${group.name}</h2><p>${group.description}</p>${group.calls.map(renderCall)}</section>`,
)}
</main>
<script nonce="${noncePlaceholder}">(${unescapedHtml(docsPageScript.toString())})()</script>`;
  return renderDocument(title, head, body);
}

function renderCall({ path, method, operation }: DocumentedCall): Html {
  const { operationId, summary, parameters, requestBody, responses } = operation;
  const [success] = Object.entries(responses);
  const body = requestBody?.content['application/json'];
  return html`<article id="${operationId}" aria-labelledby="${operationId}-title">
<h3 id="${operationId}-title"><b class="${method}">${method}</b> <code>${path}</code></h3>
<p>${summary}. <span class="needs">${describeSecurity(operation)}</span></p>
${parameters.length > 0 ? renderParameterTable(parameters) : emptyHtml}
${body ? html`<h4>Body</h4><pre tabindex="0" role="region" aria-label="Body of ${operationId}"><code>${formatExample(body.example)}</code></pre>` : emptyHtml}
<h4>Response ${success?.[0] ?? ''}</h4>
<pre tabindex="0" role="region" aria-label="Response of ${operationId}"><code>${formatExample(exampleOf(success?.[1]))}</code></pre>
<p class="refusals">Errors: ${errorStatusesOf(responses)}</p>
<details><summary>Try it</summary>
<form data-method="${method}" data-path="${path}">
<div class="fields">${parameters.map(renderParameterField)}</div>
${body ? html`<label>Body <textarea name="body" rows="6" spellcheck="false">${formatExample(body.example)}</textarea></label>` : emptyHtml}
<button type="submit">Send</button>
<output aria-live="polite"></output>
</form></details>
</article>`;
}

type Parameter = Operation['parameters'][number];

function renderParameterTable(parameters: readonly Parameter[]): Html {
  return html`<h4>Parameters</h4><dl>${parameters.map(
    (
      parameter,
    ) => html`<dt><code>${parameter.name}</code> <small>${parameter.in}${parameter.required ? ', required' : ''}</small></dt>
<dd>${renderInlineMarkdown(parameter.description ?? 'ID of the resource.')} ${renderAllowedValues(parameter)}</dd>`,
  )}</dl>`;
}

function renderAllowedValues({ schema }: Parameter): Html {
  const { minimum, maximum } = schema;
  if (Array.isArray(schema.enum)) return html`One of ${schema.enum.join(', ')}.`;
  if (typeof minimum === 'number' && typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER)
    return html`${minimum} to ${maximum}.`;
  return emptyHtml;
}

function renderParameterField(parameter: Parameter): Html {
  const { name, in: parameterIn, required, schema } = parameter;
  // A header is optional, and an example of an idempotency key works once.
  const example = 'example' in parameter && parameterIn !== 'header' ? String(parameter.example) : '';
  const attributes = html`name="${name}" data-in="${parameterIn}"${unescapedHtml(required ? ' required' : '')}`;
  if (!Array.isArray(schema.enum))
    return html`<label>${name} <input ${attributes} value="${example}" autocomplete="off"></label>`;
  return html`<label>${name} <select ${attributes}>${required ? emptyHtml : html`<option value="">any</option>`}${schema.enum.map(
    (value) =>
      html`<option${unescapedHtml(String(value) === example ? ' selected' : '')}>${String(value)}</option>`,
  )}</select></label>`;
}

function describeSecurity({ security }: Operation): string {
  if (security.length === 0) return 'No authentication required.';
  return security.length === 1 ? 'Requires an API key and a learner token.' : 'Requires an API key.';
}

function errorStatusesOf(responses: Operation['responses']): string {
  return (
    Object.keys(responses)
      .filter((status) => Number(status) >= 400)
      .join(', ') || 'none'
  );
}

function exampleOf(answer: Operation['responses'][string] | undefined): unknown {
  const [media] = Object.values(answer?.content ?? {});
  return media?.example;
}

function formatExample(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value === undefined ? {} : value, null, 2);
}

/** Renders the Markdown subset of the document: paragraphs, **bold** and `code`. */
function renderParagraphs(text: string): readonly Html[] {
  return text.split('\n\n').map((paragraph) => html`<p>${renderInlineMarkdown(paragraph)}</p>`);
}

function renderInlineMarkdown(text: string): readonly Html[] {
  return text.split(/(\*\*[^*]+\*\*|`[^`]+`)/).map((piece) => {
    if (piece.startsWith('**')) return html`<strong>${piece.slice(2, -2)}</strong>`;
    if (piece.startsWith('`')) return html`<code>${piece.slice(1, -1)}</code>`;
    return html`${piece}`;
  });
}

/** Empty markup, for conditional parts. */
const emptyHtml: Html = { markup: '' };

/** The stylesheet of the page, for widths from 360 px and for light and dark mode. */
const stylesheet = `
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
