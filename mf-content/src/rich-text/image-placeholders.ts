import { type Editor, Extension, type JSONContent } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

/** Adds or removes a placeholder. `width` is the size of the content that replaced it. */
type PlaceholderChange =
  | { readonly begin: string; readonly at: number }
  | { readonly end: string; readonly at: number; readonly width: number };

const key = new PluginKey<DecorationSet>('picturePlaces');

/** Marks the place of a picture during its upload. It moves with the text. Of several, `picture-7` is before `picture-8`. */
export function addPlaceholder(transaction: Transaction, id: string, at: number): Transaction {
  return transaction.setMeta(key, { begin: id, at } satisfies PlaceholderChange);
}

/** Replaces a placeholder with the uploaded picture; null only removes it. */
export function replacePlaceholder(state: EditorState, id: string, image: Node | null): Transaction {
  const at = findPlaceholder(state, id);
  const transaction = state.tr;
  if (at === undefined) return transaction;
  if (image !== null) transaction.replaceRangeWith(at, at, image);
  const width = transaction.doc.content.size - state.doc.content.size;
  return transaction.setMeta(key, { end: id, at, width } satisfies PlaceholderChange);
}

/** Replaces the text from outside, with placeholders at its end. Undo starts anew: it must not bring back the old text. */
export function resetContent(editor: Editor, content: JSONContent): void {
  const placeholders = key.getState(editor.state)?.find() ?? [];
  const { schema, plugins } = editor.state;
  editor.view.updateState(EditorState.create({ doc: schema.nodeFromJSON(content), plugins: [...plugins] }));
  // Updates the toolbar.
  editor.view.dispatch(editor.state.tr);
  for (const { spec } of placeholders) {
    const { tr, doc } = editor.state;
    editor.view.dispatch(addPlaceholder(tr, spec.id, doc.content.size));
  }
}

/** The current position of a placeholder; undefined if the text around it was deleted. */
function findPlaceholder(state: EditorState, id: string): number | undefined {
  return key.getState(state)?.find(undefined, undefined, (spec) => spec.id === id)[0]?.from;
}

function createPlaceholderElement(): HTMLElement {
  const placeholder = document.createElement('span');
  placeholder.className = 'picture-place';
  return placeholder;
}

/** Text typed at the placeholder goes after the picture. */
const placeholderWidget = (at: number, id: string) =>
  Decoration.widget(at, createPlaceholderElement, { id, side: -1 });

const collator = new Intl.Collator('en', { numeric: true });

function applyChange(placeholders: DecorationSet, change: PlaceholderChange, doc: Node): DecorationSet {
  if ('begin' in change) return placeholders.add(doc, [placeholderWidget(change.at, change.begin)]);
  const { end, at, width } = change;
  const here = placeholders.find(at, at);
  // The placeholders of later pictures at this position move behind this one, so that pictures keep their order.
  const later = here.filter(({ spec }) => collator.compare(spec.id, end) > 0);
  const moved = later.map(({ spec }) => placeholderWidget(at + width, spec.id));
  return placeholders.remove(here.filter(({ spec }) => spec.id === end).concat(later)).add(doc, moved);
}

/** Shows placeholders for pictures that are being uploaded. */
export const ImagePlaceholders = Extension.create({
  name: 'picturePlaces',
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      key,
      state: {
        init: () => DecorationSet.empty,
        apply(transaction, placeholders) {
          const moved = placeholders.map(transaction.mapping, transaction.doc);
          const change: PlaceholderChange | undefined = transaction.getMeta(key);
          return change === undefined ? moved : applyChange(moved, change, transaction.doc);
        },
      },
      props: { decorations: (state) => key.getState(state) },
    }),
  ],
});
