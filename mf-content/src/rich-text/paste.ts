import { type ResolvedPos, Slice } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';

/** Plain text as it is pasted: a line to a paragraph, blank ones too, in the formatting of where it goes. */
export function plainTextToSlice(text: string, $context: ResolvedPos, view: EditorView): Slice {
  const { schema } = view.state;
  const marks = $context.marks();
  // What is copied from a cell or a whole line ends with a line break that is nobody's text.
  const lines = text.replace(/(?:\r\n?|\n)$/, '').split(/\r\n?|\n/);
  const paragraphs = lines.map((line) =>
    schema.node('paragraph', null, line === '' ? [] : [schema.text(line, marks)]),
  );
  return new Slice(schema.node('doc', null, paragraphs).content, 1, 1);
}

/** The pictures among what is pasted or dropped. */
export function imageFiles(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
}

/** Whether a slice has words in it: pictures copied from a page come with their html, documents with their text. */
export function hasText(slice: Slice): boolean {
  return slice.content.textBetween(0, slice.content.size).trim() !== '';
}
