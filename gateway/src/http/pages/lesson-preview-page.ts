import { type LinkedLesson, recordingFinder } from '@khmer-learning/contracts';
import { type ContentBlock, parseContentBlocks } from '@khmer-learning/khmer-text';
import { type Html, html, pageSecurityPolicy, renderDocument, unescapedHtml } from './html-template.ts';

/** The CSP of the page: its own style with the nonce, pictures as the console shows them, our recordings, and no scripts. */
export const lessonPreviewContentSecurityPolicy = (nonce: string) =>
  pageSecurityPolicy(`style-src 'nonce-${nonce}'`, "img-src 'self' data: http: https:", "media-src 'self'");

const stylesheet = `
:root { color-scheme: light dark; }
* { box-sizing: border-box; }
body { max-width: 44rem; margin: 0 auto; padding: 1rem; font: 1rem/1.8 system-ui, "Noto Sans Khmer", "Khmer OS", sans-serif; overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.5; }
h2 { margin: 0 0 .5rem; font-size: 1.1rem; }
section { margin-top: 1rem; padding: 1rem; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: .7rem; }
p { margin: 0 0 .5rem; }
.text { white-space: pre-wrap; }
.note { padding: .5rem .75rem; border-radius: .5rem; background: color-mix(in srgb, currentColor 8%, transparent); font-size: .875rem; }
dl { margin: 0; }
dl > div { padding: .4rem 0; border-bottom: 1px solid color-mix(in srgb, currentColor 15%, transparent); }
dl > div:last-child { border: 0; }
dd { margin: 0; }
img { max-width: 100%; height: auto; }
audio { display: block; width: 100%; max-width: 20rem; height: 2.25rem; }
`;

/** Renders a lesson as it was last saved. Its HTML must be sanitised; everything else is escaped. */
export function renderLessonPreview(lesson: LinkedLesson, nonce: string): string {
  const { title, description, level, lessonType, sections } = lesson;
  return renderPage(
    title,
    nonce,
    html`<h1>${title}</h1>
<p>${lessonType} · ${level}</p>
<p class="text">${description}</p>
<p class="note">Preview of the lesson as it was last saved. Learners may see something else. <span lang="km">ការមើលជាមុននៃមេរៀនដូចដែលបានរក្សាទុកចុងក្រោយ។ អ្នករៀនអាចឃើញអ្វីផ្សេង។</span></p>
${sections.map(renderSection)}`,
  );
}

/** Renders the page of a link that does not work, and why. */
export function renderNoPreview(reason: 'ended' | 'too-many-requests', nonce: string): string {
  const texts =
    reason === 'ended'
      ? html`<h1>This link has ended</h1><p>Ask for a new one. <span lang="km">តំណនេះបានផុតកំណត់ហើយ។ សូមសុំតំណថ្មី។</span></p>`
      : html`<h1>Too many requests</h1><p>Try again in a minute. <span lang="km">សូមព្យាយាមម្ដងទៀតក្នុងមួយនាទី។</span></p>`;
  return renderPage('Preview', nonce, texts);
}

function renderPage(title: string, nonce: string, body: Html): string {
  const head = html`<meta name="robots" content="noindex">
<style nonce="${nonce}">${unescapedHtml(stylesheet)}</style>`;
  return renderDocument(title, head, html`<main>\n${body}\n</main>`).markup;
}

function renderSection({
  title,
  content,
  html: formatted,
  recordings,
}: LinkedLesson['sections'][number]): Html {
  const urlOf = recordingFinder(recordings);
  const body = formatted
    ? unescapedHtml(formatted)
    : html`${parseContentBlocks(content).map((block) => renderBlock(block, urlOf))}`;
  return html`<section><h2>${title}</h2>${body}</section>`;
}

type UrlOf = ReturnType<typeof recordingFinder>;

function renderBlock(block: ContentBlock, urlOf: UrlOf): Html {
  if (block.kind === 'text') return html`<p class="text">${block.text}</p>`;
  const pairs = block.words.map(
    ({ english, phonemic, khmer }) => html`<div>
<dt><strong>${english}</strong> [${phonemic}]${renderRecording(urlOf('en', english), english)}</dt>
<dd><span lang="km">${khmer}</span>${renderRecording(urlOf('km', khmer), khmer)}</dd>
</div>`,
  );
  return html`<dl>${pairs}</dl>`;
}

function renderRecording(url: string | null, text: string): Html | '' {
  return url === null ? '' : html`<audio controls preload="none" src="${url}" aria-label="${text}"></audio>`;
}
