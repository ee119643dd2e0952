import { randomBytes } from 'node:crypto';

/** Markup that is safe to put into a page. */
export interface Html {
  readonly markup: string;
}

type HtmlPart = Html | string | number | readonly Html[];

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function toMarkup(part: HtmlPart): string {
  if (typeof part === 'string' || typeof part === 'number')
    return String(part).replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('');
}

/** A template tag, html`<p>${text}</p>`, that escapes strings and numbers and embeds only `Html` unescaped. */
export function html(texts: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return {
    markup: texts
      .map((text, index) => text + (index < parts.length ? toMarkup(parts[index] ?? '') : ''))
      .join(''),
  };
}

/** Marks our own markup, style or script as safe. */
export function unescapedHtml(markup: string): Html {
  return { markup };
}

/** Renders a whole page. @param head what it has besides its title, such as its style */
export function renderDocument(title: string, head: Html, body: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${head}
</head>
<body>
${body}
</body>
</html>
`;
}

/** The CSP of a page that may use these sources and nothing else. */
export function pageSecurityPolicy(...sources: readonly string[]): string {
  const denied = ["form-action 'none'", "frame-ancestors 'none'", "base-uri 'none'"];
  return ["default-src 'none'", ...sources, ...denied].join('; ');
}

/** A nonce for one page: 128 random bits, base64url-encoded (CSP 3, 8.1). */
export function generateNonce(): string {
  return randomBytes(16).toString('base64url');
}
