import { Extension } from '@tiptap/core';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

/** A picture that is on its way begins or ends to have a place. */
type Change = { readonly begin: string; readonly at: number } | { readonly end: string };

const key = new PluginKey<DecorationSet>('picturePlaces');

/** Keeps the place of a picture while it is uploaded and the text around it is edited. */
export function beginPlace(transaction: Transaction, id: string, at: number): Transaction {
  return transaction.setMeta(key, { begin: id, at } satisfies Change);
}

export function endPlace(transaction: Transaction, id: string): Transaction {
  return transaction.setMeta(key, { end: id } satisfies Change);
}

/** Where the picture goes now; undefined when its surroundings are gone. */
export function placeOf(state: EditorState, id: string): number | undefined {
  return key.getState(state)?.find(undefined, undefined, (spec) => spec.id === id)[0]?.from;
}

function mark(): HTMLElement {
  const element = document.createElement('span');
  element.className = 'picture-place';
  return element;
}

/** Shows where pictures that are being uploaded will stand. */
export const PicturePlaces = Extension.create({
  name: 'picturePlaces',
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      key,
      state: {
        init: () => DecorationSet.empty,
        apply(transaction, places) {
          const moved = places.map(transaction.mapping, transaction.doc);
          const change: Change | undefined = transaction.getMeta(key);
          if (change === undefined) return moved;
          if ('begin' in change) {
            return moved.add(transaction.doc, [Decoration.widget(change.at, mark, { id: change.begin })]);
          }
          return moved.remove(moved.find(undefined, undefined, (spec) => spec.id === change.end));
        },
      },
      props: { decorations: (state) => key.getState(state) },
    }),
  ],
});
