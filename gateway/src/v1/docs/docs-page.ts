import type { OpenApiDocument, Operation } from '../openapi/openapi-document.ts';
import { docsPageScript } from './docs-page-script.ts';
import { emptyHtml, type Html, html } from './html.ts';
import { stylesheet } from './stylesheet.ts';

/** Placeholder of the nonce. It cannot occur in the page's text. */
const noncePlaceholder = '\u0000nonce\u0000';

interface DocumentedCall {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

/** The CSP of the page: inline style and script with the nonce, calls to this gateway only, no other sources. */
export function docsContentSecurityPolicy(nonce: string): string {
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
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<style nonce="${noncePlaceholder}">${unescapedHtml(stylesheet)}</style>
</head>
<body>
<a class="skip" href="#calls">Skip to the endpoints</a>
<header>
<h1>${title} <small>${version}</small></h1>
<p><a href="openapi.json">OpenAPI document</a></p>
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
<script nonce="${noncePlaceholder}">(${unescapedHtml(docsPageScript.toString())})()</script>
</body>
</html>
`;
}

/** Marks our own style and script as safe markup. */
function unescapedHtml(markup: string): Html {
  return { markup };
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
  const example = 'example' in parameter ? String(parameter.example) : '';
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
  return typeof value === 'string' ? value : JSON.stringify(value ?? {}, null, 2);
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
