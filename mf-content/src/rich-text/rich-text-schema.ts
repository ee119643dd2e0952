import { isAllowedSectionImage, isAllowedSectionLink, sectionLinkRel } from '@khmer-learning/contracts';
import { type Extensions, getSchema } from '@tiptap/core';
import { Code } from '@tiptap/extension-code';
import { Image } from '@tiptap/extension-image';
import { OrderedList } from '@tiptap/extension-list';
import { StarterKit } from '@tiptap/starter-kit';

/** How the editor forgets and remembers (spec 9): changes within a second are undone together. */
const undoRedo = { newGroupDelay: 1000, depth: 100 };

/* A section keeps `<ol>` without a number to start from, so the editor shows none either. */
const PlainOrderedList = OrderedList.extend({ addAttributes: () => ({}) });

const CodeWithMarks = Code.extend({ excludes: '' });

const AllowedImage = Image.extend({
  addAttributes: () => ({ src: { default: null }, alt: { default: null } }),
  parseHTML: () => [
    {
      tag: 'img[src]',
      getAttrs: (element) =>
        isAllowedSectionImage(element.getAttribute('src')?.trim() ?? '') ? null : false,
    },
  ],
});

/**
 * What a section's text may be made of: the list of decisions (Content), which the server holds html to.
 * Whatever else is pasted or stored falls away here; nothing of it ever becomes part of the page.
 */
export const richTextExtensions: Extensions = [
  StarterKit.configure({
    strike: false,
    horizontalRule: false,
    code: false,
    orderedList: false,
    // It would change a stored text by opening it.
    trailingNode: false,
    undoRedo,
    link: {
      openOnClick: false,
      isAllowedUri: (href) => isAllowedSectionLink(href.trim()),
      shouldAutoLink: isAllowedSectionLink,
      HTMLAttributes: { target: null, rel: sectionLinkRel },
    },
  }),
  PlainOrderedList,
  CodeWithMarks,
  AllowedImage.configure({ inline: true }),
];

export const richTextSchema = getSchema(richTextExtensions);
