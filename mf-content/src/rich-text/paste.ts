import { type ResolvedPos, Slice } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';

/** Converts pasted plain text: each line, also a blank one, becomes a paragraph with the formatting at the cursor. */
export function plainTextToSlice(text: string, $context: ResolvedPos, view: EditorView): Slice {
  const { schema } = view.state;
  const marks = $context.marks();
  // Text copied from a cell or a whole line ends with a line break that is not part of the text.
  const lines = text.replace(/(?:\r\n?|\n)$/, '').split(/\r\n?|\n/);
  const paragraphs = lines.map((line) =>
    schema.node('paragraph', null, line === '' ? [] : [schema.text(line, marks)]),
  );
  return new Slice(schema.node('doc', null, paragraphs).content, 1, 1);
}

/** The image files in pasted or dropped data. */
export function imageFiles(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
}

/** Whether a slice contains text. Pictures copied from a page come with HTML, documents with their text. */
export function hasText(slice: Slice): boolean {
  return slice.content.textBetween(0, slice.content.size).trim() !== '';
}
