import type { OpenApiDocument, Operation } from '../openapi/document.ts';
import { type Html, html, nothing } from './html.ts';
import { style } from './style.ts';
import { tryCalls } from './try-calls.ts';

/** Where the nonce of each answer goes; no text of the page holds it. */
const nonceMark = '\u0000nonce\u0000';

interface Call {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

/** The page loads nothing: its style and its script are in it, and it calls this gateway alone. */
export function docsPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    'img-src data:',
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

/**
 * The page that shows an OpenAPI document, to read without a script and to try with one.
 *
 * @returns the page for a nonce
 */
export function docsPage(document: OpenApiDocument): (nonce: string) => string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
    })),
  );
  const pieces = pageOf(document, calls).markup.split(nonceMark);
  return (nonce) => pieces.join(nonce);
}

function pageOf(document: OpenApiDocument, calls: readonly Call[]): Html {
  const { title, version, description } = document.info;
  const groups = document.tags.map((tag) => ({
    ...tag,
    calls: calls.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<style nonce="${nonceMark}">${raw(style)}</style>
</head>
<body>
<a class="skip" href="#calls">Skip to the calls</a>
<header>
<h1>${title} <small>${version}</small></h1>
<p><a href="openapi.json">OpenAPI document</a></p>
</header>
<nav aria-label="Calls">${groups.map(
    (group) =>
      html`<h2>${group.name}</h2><ul>${group.calls.map(
        ({ path, method, operation }) =>
          html`<li><a href="#${operation.operationId}"><b class="${method}">${method}</b> <span>${path}</span></a></li>`,
      )}</ul>`,
  )}</nav>
<main id="calls" tabindex="-1">
<section aria-labelledby="about"><h2 id="about">How to call</h2>${paragraphs(description)}</section>
<section aria-labelledby="keys" class="keys"><h2 id="keys">Try it as</h2>
<p>What you type here stays in this page’s memory and is gone when you leave it.</p>
<div class="fields">
<label>API key <input id="api-key" type="password" autocomplete="off" spellcheck="false" placeholder="khmer_…"></label>
<label>Learner’s token <input id="learner-token" type="password" autocomplete="off" spellcheck="false"></label>
</div></section>
${groups.map(
  (group) =>
    html`<section aria-label="${group.name}"><h2>${group.name}</h2><p>${group.description}</p>${group.calls.map(callOf)}</section>`,
)}
</main>
<script nonce="${nonceMark}">(${raw(tryCalls.toString())})()</script>
</body>
</html>
`;
}

/** Of our own making: style and script. */
function raw(markup: string): Html {
  return { markup };
}

function callOf({ path, method, operation }: Call): Html {
  const { operationId, summary, parameters, requestBody, responses } = operation;
  const [success] = Object.entries(responses);
  const body = requestBody?.content['application/json'];
  return html`<article id="${operationId}" aria-labelledby="${operationId}-title">
<h3 id="${operationId}-title"><b class="${method}">${method}</b> <code>${path}</code></h3>
<p>${summary}. <span class="needs">${needsOf(operation)}</span></p>
${parameters.length > 0 ? parameterTable(parameters) : nothing}
${body ? html`<h4>Body</h4><pre tabindex="0" role="region" aria-label="Body of ${operationId}"><code>${pretty(body.example)}</code></pre>` : nothing}
<h4>Answer ${success?.[0] ?? ''}</h4>
<pre tabindex="0" role="region" aria-label="Answer of ${operationId}"><code>${pretty(exampleIn(success?.[1]))}</code></pre>
<p class="refusals">Refusals: ${refusals(responses)}</p>
<details><summary>Try it</summary>
<form data-method="${method}" data-path="${path}">
<div class="fields">${parameters.map(parameterField)}</div>
${body ? html`<label>Body <textarea name="body" rows="6" spellcheck="false">${pretty(body.example)}</textarea></label>` : nothing}
<button type="submit">Send</button>
<output aria-live="polite"></output>
</form></details>
</article>`;
}

type Parameter = Operation['parameters'][number];

function parameterTable(parameters: readonly Parameter[]): Html {
  return html`<h4>Parameters</h4><dl>${parameters.map(
    (
      parameter,
    ) => html`<dt><code>${parameter.name}</code> <small>${parameter.in}${parameter.required ? ', required' : ''}</small></dt>
<dd>${inline(parameter.description ?? 'Its number.')} ${valuesOf(parameter)}</dd>`,
  )}</dl>`;
}

function valuesOf({ schema }: Parameter): Html {
  const { minimum, maximum } = schema;
  if (Array.isArray(schema.enum)) return html`One of ${schema.enum.join(', ')}.`;
  if (typeof minimum === 'number' && typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER)
    return html`${minimum} to ${maximum}.`;
  return nothing;
}

function parameterField(parameter: Parameter): Html {
  const { name, in: place, required, schema } = parameter;
  const example = 'example' in parameter ? String(parameter.example) : '';
  const attributes = html`name="${name}" data-in="${place}"${raw(required ? ' required' : '')}`;
  if (!Array.isArray(schema.enum))
    return html`<label>${name} <input ${attributes} value="${example}" autocomplete="off"></label>`;
  return html`<label>${name} <select ${attributes}>${required ? nothing : html`<option value="">any</option>`}${schema.enum.map(
    (value) => html`<option${raw(String(value) === example ? ' selected' : '')}>${String(value)}</option>`,
  )}</select></label>`;
}

function needsOf({ security }: Operation): string {
  if (security.length === 0) return 'Open to everybody.';
  return security.length === 1 ? 'Needs a key and a learner’s token.' : 'Needs a key.';
}

function refusals(responses: Operation['responses']): string {
  return (
    Object.keys(responses)
      .filter((status) => Number(status) >= 400)
      .join(', ') || 'none'
  );
}

function exampleIn(answer: Operation['responses'][string] | undefined): unknown {
  const [media] = Object.values(answer?.content ?? {});
  return media?.example;
}

function pretty(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? {}, null, 2);
}

/** The document's own little Markdown: paragraphs, **bold** and `code`. */
function paragraphs(text: string): readonly Html[] {
  return text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`);
}

function inline(text: string): readonly Html[] {
  return text.split(/(\*\*[^*]+\*\*|`[^`]+`)/).map((piece) => {
    if (piece.startsWith('**')) return html`<strong>${piece.slice(2, -2)}</strong>`;
    if (piece.startsWith('`')) return html`<code>${piece.slice(1, -1)}</code>`;
    return html`${piece}`;
  });
}
