import { isAllowedSectionImage, isAllowedSectionLink, sectionLinkRel } from '@khmer-learning/contracts';
import { type Extensions, getSchema } from '@tiptap/core';
import { Code } from '@tiptap/extension-code';
import { Image } from '@tiptap/extension-image';
import { OrderedList } from '@tiptap/extension-list';
import { StarterKit } from '@tiptap/starter-kit';

/** The undo history: changes within a second are undone together. */
const undoRedo = { newGroupDelay: 1000, depth: 100 };

/* Sections store `<ol>` without a `start` attribute, so the editor does not support it. */
const PlainOrderedList = OrderedList.extend({ addAttributes: () => ({}) });

const CodeWithMarks = Code.extend({ excludes: '' });

const AllowedImage = Image.extend({
  addAttributes: () => ({
    src: { default: null },
    // Without an alternative text, screen readers would announce the address.
    alt: { default: null, renderHTML: ({ alt }) => ({ alt: alt ?? '' }) },
  }),
  parseHTML: () => [
    {
      tag: 'img[src]',
      getAttrs: (element) =>
        isAllowedSectionImage(element.getAttribute('src')?.trim() ?? '') ? null : false,
    },
  ],
});

/** The allow-list of a section, as the server enforces it. Nothing else becomes part of the page. */
export const richTextExtensions: Extensions = [
  StarterKit.configure({
    strike: false,
    horizontalRule: false,
    code: false,
    orderedList: false,
    // A trailing node would change a stored text when it is opened.
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
