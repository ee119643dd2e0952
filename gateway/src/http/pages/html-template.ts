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
