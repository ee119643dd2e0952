import { Marked, type Tokens } from 'marked';
import apiV1 from '../../../docs/api-v1.md';
import extensions from '../../../docs/extensions.md';
import releases from '../../../docs/releases.md';
import remotes from '../../../docs/remotes.md';
import translations from '../../../docs/translations.md';
import webhooks from '../../../docs/webhooks.md';
import { type Html, html, unescapedHtml } from '../http/pages/html-template.ts';

/** The texts of `docs/` for teams without the repository, by their names. */
const texts: Readonly<Record<string, string>> = {
  remotes,
  extensions,
  translations,
  releases,
  webhooks,
  'api-v1': apiV1,
};

/** A guide as it is shown. */
export interface Guide {
  readonly path: string;
  readonly title: string;
  /** The headings of its parts. */
  readonly parts: readonly { readonly id: string; readonly title: string }[];
  readonly body: Html;
}

/** The anchor of a heading, as the links in the texts name it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}

/** Where a link leads on this server: to a heading, another guide, this gateway or another site; undefined into the repository. */
function targetOf(href: string): string | undefined {
  if (/^(?:#|https:)/.test(href)) return href;
  const [, ownPath] = /^http:\/\/localhost:8080(\/api\/v1\/.+)/.exec(href) ?? [];
  if (ownPath !== undefined) return ownPath;
  const [, name, anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  return name !== undefined && name in texts ? `/docs/${name}${anchor}` : undefined;
}

/** Wide parts scroll in a box of their own, which the keyboard reaches. */
const markdown = new Marked({
  renderer: {
    heading({ tokens, depth, text }: Tokens.Heading) {
      const tag = unescapedHtml(`h${depth}`);
      const words = unescapedHtml(this.parser.parseInline(tokens));
      return html`<${tag} id="${anchorOf(text)}">${words}</${tag}>\n`.markup;
    },
    link({ href, tokens }: Tokens.Link) {
      const words = unescapedHtml(this.parser.parseInline(tokens));
      const target = targetOf(href);
      return target === undefined ? words.markup : html`<a href="${target}">${words}</a>`.markup;
    },
    code({ text }: Tokens.Code) {
      return html`<pre tabindex="0"><code>${text}</code></pre>\n`.markup;
    },
    // What only the checks of the code samples read.
    html: () => '',
  },
  hooks: {
    postprocess: (page) =>
      page
        .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
        .replaceAll('</table>', '</table></div>'),
  },
});

/** Renders all guides, in the order in which they are listed. */
export function renderGuides(): readonly Guide[] {
  return Object.entries(texts).map(([name, text]) => {
    const headings = markdown
      .lexer(text)
      .filter((token): token is Tokens.Heading => token.type === 'heading' && token.depth <= 2);
    const [title = name, ...parts] = headings.map(({ text: heading }) => heading);
    return {
      path: `/docs/${name}`,
      title,
      parts: parts.map((part) => ({ id: anchorOf(part), title: part.replaceAll('`', '') })),
      body: unescapedHtml(markdown.parse(text, { async: false })),
    };
  });
}
