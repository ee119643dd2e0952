import type { PrivacyPolicy } from '@khmer-learning/contracts';
import { html, pageSecurityPolicy, renderDocument, unescapedHtml } from './html-template.ts';

/** The CSP of the page: its own style with the nonce, and nothing else. */
export const privacyPolicyContentSecurityPolicy = (nonce: string) =>
  pageSecurityPolicy(`style-src 'nonce-${nonce}'`);

const stylesheet = `
:root { color-scheme: light dark; }
body { max-width: 44rem; margin: 0 auto; padding: 1rem; font: 1rem/1.8 system-ui, "Noto Sans Khmer", "Khmer OS", sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.3; }
p { white-space: pre-line; overflow-wrap: anywhere; }
`;

/** Renders the privacy policy: its paragraphs as escaped text, or a sentence that there is none yet. */
export function renderPrivacyPolicy({ text, updatedAt }: PrivacyPolicy, nonce: string): string {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
  const body =
    paragraphs.length > 0
      ? paragraphs.map((paragraph) => html`<p>${paragraph.trim()}</p>`)
      : html`<p>This school has not published a privacy policy yet.</p>`;
  const lastChange =
    paragraphs.length > 0 && updatedAt !== null
      ? html`<p><small>Last changed: <time datetime="${updatedAt}">${updatedAt.slice(0, 10)}</time></small></p>`
      : '';
  const style = html`<style nonce="${nonce}">${unescapedHtml(stylesheet)}</style>`;
  const main = html`<main>
<h1>Privacy Policy</h1>
${body}
${lastChange}
</main>`;
  return renderDocument('Privacy Policy', style, main).markup;
}
