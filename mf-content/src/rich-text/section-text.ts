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

/** The three forms in which a section keeps its text (spec 3). */
export type SectionText = Pick<Section, 'content' | 'html' | 'ops'>;

/**
 * What is kept of an edited text. Plain paragraphs are kept as `content` alone, one line each; with formatting,
 * links or pictures `html` says how it looks and `ops` what is bold, italic or underlined, of the same text.
 *
 * @param doc a document of the editor's schema
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
  // The line break at the end closes the last line.
  if (lines.length > 1 && lines.at(-1)?.length === 0) lines.pop();
  return schema.node('doc', null, lines.map(paragraph));
}

/** Without the line break at the end of each block that a browser would not show. */
function stripTrailingBreaks(node: Node): Node {
  if (!node.isTextblock) return node.copy(Fragment.from(node.children.map(stripTrailingBreaks)));
  const last = node.lastChild;
  if (last?.type.name !== 'hardBreak') return node;
  return node.copy(node.content.cut(0, node.content.size - last.nodeSize));
}

function parseHtml(html: string): Node {
  // Parsed apart from the page: nothing in it loads or runs.
  const { body } = new window.DOMParser().parseFromString(html, 'text/html');
  return stripTrailingBreaks(DOMParser.fromSchema(schema).parse(body, { preserveWhitespace: true }));
}

/**
 * A section's text as the editor shows it: its html, which is what learners see, or else its plain text, with the
 * formatting of operations that belong to it.
 */
export function parseSectionText({ content, html, ops }: SectionText): Node {
  if (html !== null && !isBlank(html)) return parseHtml(html);
  if (ops !== null && operationsToPlainText(ops) === content) return parseOperations(ops);
  return parsePlainText(content);
}
