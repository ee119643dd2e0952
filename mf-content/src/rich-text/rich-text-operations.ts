import type { Section } from '@khmer-learning/contracts';
import type { Node } from '@tiptap/pm/model';
import { message } from '../messages/messages.ts';

export type RichTextOperation = NonNullable<Section['ops']>[number];

export const operationMarks = ['bold', 'italic', 'underline'] as const;

/** The text of a line break or a picture: its description, or a word for it. It is separated from adjacent words by spaces. */
function leafText(node: Node, before: Node | null, after: Node | null): string {
  if (node.type.name === 'hardBreak') return '\n';
  const space = (beside: string | undefined) => (beside === undefined || /\s/.test(beside) ? '' : ' ');
  return (
    space(before?.text?.at(-1)) + (node.attrs.alt || message('richText.picture')) + space(after?.text?.at(0))
  );
}

function toRichTextOperation(node: Node, index: number, siblings: readonly Node[]): RichTextOperation {
  const set = operationMarks.filter((name) => node.marks.some((mark) => mark.type.name === name));
  const insert = node.text ?? leafText(node, siblings[index - 1] ?? null, siblings[index + 1] ?? null);
  return set.length === 0
    ? { insert }
    : { insert, attributes: Object.fromEntries(set.map((name) => [name, true])) };
}

function mergeAdjacentOperations(operations: readonly RichTextOperation[]): RichTextOperation[] {
  const result: RichTextOperation[] = [];
  for (const operation of operations) {
    const last = result.at(-1);
    if (last && JSON.stringify(last.attributes) === JSON.stringify(operation.attributes)) {
      result[result.length - 1] = { ...last, insert: `${last.insert}${operation.insert}` };
    } else result.push(operation);
  }
  return result;
}

/**
 * Converts a document of the editor to texts with bold, italic and underline. Every block ends with a line break, also the last
 * one, as consumers expect. Pictures become their description.
 */
export function toRichTextOperations(doc: Node): RichTextOperation[] {
  const operations: RichTextOperation[] = [];
  doc.descendants((node) => {
    if (!node.isTextblock) return true;
    operations.push(...node.children.map(toRichTextOperation), { insert: '\n' });
    return false;
  });
  return mergeAdjacentOperations(operations);
}

/** The plain text of operations, without the final line break. */
export function operationsToPlainText(operations: readonly RichTextOperation[]): string {
  return operations
    .map(({ insert = '' }) => insert)
    .join('')
    .replace(/\n$/, '');
}
