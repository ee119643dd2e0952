import type { Section } from '@khmer-learning/contracts';
import { isBlank } from '@khmer-learning/khmer-text';
import { DOMParser, Fragment, type Node } from '@tiptap/pm/model';
import {
  operationMarks,
  operationsToPlainText,
  type RichTextOperation,
  toRichTextOperations,
} from './rich-text-operations.ts';
import { richTextSchema as schema } from './rich-text-schema.ts';
import { hasFormatting, serialiseHtml } from './serialise-html.ts';

export type SectionText = Pick<Section, 'content' | 'html' | 'ops'>;

/**
 * Serialises an edited text: plain paragraphs as `content` only, a line each; otherwise also the full `html`, and `ops` with the
 * bold, italic and underlined parts.
 */
export function serialiseSectionText(doc: Node): SectionText {
  const ops = toRichTextOperations(doc);
  const content = operationsToPlainText(ops);
  return hasFormatting(doc) ? { content, html: serialiseHtml(doc), ops } : { content, html: null, ops: null };
}

const lineBreak = /\r\n?|\n/;

function paragraph(pieces: readonly Node[]): Node {
  return schema.node(
    'paragraph',
    null,
    pieces.filter((piece) => piece.textContent !== ''),
  );
}

function parsePlainText(content: string): Node {
  const lines = content.split(lineBreak);
  return schema.node(
    'doc',
    null,
    lines.map((line) => paragraph(line === '' ? [] : [schema.text(line)])),
  );
}

function parseOperations(operations: readonly RichTextOperation[]): Node {
  const lines: Node[][] = [[]];
  for (const { insert = '', attributes = {} } of operations) {
    const marks = operationMarks.filter((name) => attributes[name]).map((name) => schema.mark(name));
    insert.split(lineBreak).forEach((piece, index) => {
      if (index > 0) lines.push([]);
      if (piece !== '') lines.at(-1)?.push(schema.text(piece, marks));
    });
  }
  // The final line break ends the last line and does not start another.
  if (lines.length > 1 && lines.at(-1)?.length === 0) lines.pop();
  return schema.node('doc', null, lines.map(paragraph));
}

/** Removes the trailing line break of each block, which a browser would not render. */
function stripTrailingBreaks(node: Node): Node {
  if (!node.isTextblock) return node.copy(Fragment.from(node.children.map(stripTrailingBreaks)));
  const last = node.lastChild;
  if (last?.type.name !== 'hardBreak') return node;
  return node.copy(node.content.cut(0, node.content.size - last.nodeSize));
}

function parseHtml(html: string): Node {
  // Parsed into an inert document: no script runs and no resource is loaded.
  const { body } = new window.DOMParser().parseFromString(html, 'text/html');
  return stripTrailingBreaks(DOMParser.fromSchema(schema).parse(body, { preserveWhitespace: true }));
}

/** Parses a section's HTML if present, because learners see that; else its operations if they match the text; else the text. */
export function parseSectionText({ content, html, ops }: SectionText): Node {
  if (html !== null && !isBlank(html)) return parseHtml(html);
  if (ops !== null && operationsToPlainText(ops) === content) return parseOperations(ops);
  return parsePlainText(content);
}
