import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

const khmerLetters = /\p{Script=Khmer}/gu;
const letters = /\p{L}/gu;

/** Unedited blocks keep their identity, so each is examined only once. */
const isKhmerCache = new WeakMap<Node, boolean>();

/** Whether at least half of a block's letters are Khmer. */
function isKhmer(block: Node): boolean {
  const answer = isKhmerCache.get(block);
  if (answer !== undefined) return answer;
  const khmer = block.textContent.match(khmerLetters)?.length ?? 0;
  const isMost = khmer > 0 && khmer * 2 >= (block.textContent.match(letters)?.length ?? 0);
  isKhmerCache.set(block, isMost);
  return isMost;
}

function khmerDecorations(doc: Node): DecorationSet {
  const found: Decoration[] = [];
  doc.descendants((node, position) => {
    if (!node.isTextblock) return true;
    if (isKhmer(node)) found.push(Decoration.node(position, position + node.nodeSize, { lang: 'km' }));
    return false;
  });
  return DecorationSet.create(doc, found);
}

const key = new PluginKey<DecorationSet>('khmerBlocks');

/** Sets `lang="km"` on Khmer blocks for font, speech and spell checking. It is not part of the stored text. */
export const KhmerLangDecorations = Extension.create({
  name: 'khmerBlocks',
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      key,
      state: {
        init: (_config, { doc }) => khmerDecorations(doc),
        apply: (transaction, current) =>
          transaction.docChanged ? khmerDecorations(transaction.doc) : current,
      },
      props: { decorations: (state) => key.getState(state) },
    }),
  ],
});
