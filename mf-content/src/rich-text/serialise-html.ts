import { isAllowedSectionLink, sectionLinkRel } from '@khmer-learning/contracts';
import type { Mark, Node } from '@tiptap/pm/model';

const nodeTags: Record<string, string> = {
  paragraph: 'p',
  blockquote: 'blockquote',
  bulletList: 'ul',
  orderedList: 'ol',
  listItem: 'li',
};
const markTags: Record<string, string> = { bold: 'strong', italic: 'em', underline: 'u', code: 'code' };

/** Escapes text in the same way as the server's sanitiser, so that the sanitiser changes nothing. */
function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function attribute(name: string, value: string): string {
  return ` ${name}="${escapeHtml(value).replaceAll('"', '&quot;')}"`;
}

function openMark(mark: Mark): string {
  if (mark.type.name !== 'link') return `<${markTags[mark.type.name]}>`;
  return `<a${attribute('href', String(mark.attrs.href).trim())}${attribute('rel', sectionLinkRel)}>`;
}

function closeMark(mark: Mark): string {
  return mark.type.name === 'link' ? '</a>' : `</${markTags[mark.type.name]}>`;
}

/** A link with a disallowed address is written as plain text. */
function isAllowedMark(mark: Mark): boolean {
  return mark.type.name !== 'link' || isAllowedSectionLink(String(mark.attrs.href).trim());
}

function leafHtml(node: Node): string {
  if (node.isText) return escapeHtml(node.text ?? '');
  if (node.type.name === 'hardBreak') return '<br />';
  const { src, alt } = node.attrs;
  return `<img${attribute('src', String(src).trim())}${alt ? attribute('alt', String(alt)) : ''} />`;
}

/** The inline content of a block. Marks are opened and closed where they change, outermost first. */
function inlineHtml(block: Node): string {
  let html = '';
  let openMarks: readonly Mark[] = [];
  for (const node of block.children) {
    const nextMarks = node.marks.filter(isAllowedMark);
    const firstDifference = nextMarks.findIndex(
      (mark, index) => !openMarks[index] || !mark.eq(openMarks[index]),
    );
    const sharedCount = firstDifference < 0 ? nextMarks.length : firstDifference;
    html += openMarks.slice(sharedCount).reverse().map(closeMark).join('');
    html += nextMarks.slice(sharedCount).map(openMark).join('') + leafHtml(node);
    openMarks = nextMarks;
  }
  html += [...openMarks].reverse().map(closeMark).join('');
  // A browser renders no line for a trailing line break or an empty block, so another <br /> is added.
  const last = block.lastChild;
  return last === null || last.type.name === 'hardBreak' ? `${html}<br />` : html;
}

function blockHtml(node: Node): string {
  if (node.type.name === 'codeBlock') {
    const code = escapeHtml(node.textContent);
    // The HTML parser drops a line break right after <pre>.
    return `<pre>${code.startsWith('\n') ? '\n' : ''}${code}</pre>`;
  }
  const tag = node.type.name === 'heading' ? `h${node.attrs.level}` : nodeTags[node.type.name];
  return `<${tag}>${node.isTextblock ? inlineHtml(node) : serialiseHtml(node)}</${tag}>`;
}

/** Serialises a document, or a block of blocks, to HTML exactly as the server's sanitiser leaves it. */
export function serialiseHtml(doc: Node): string {
  return doc.children.map(blockHtml).join('');
}

/** Whether a document contains anything but paragraphs of plain text. */
export function hasFormatting(doc: Node): boolean {
  return !doc.children.every(
    (block) =>
      block.type.name === 'paragraph' &&
      block.children.every((node) => node.type.name !== 'image' && !node.marks.some(isAllowedMark)),
  );
}
