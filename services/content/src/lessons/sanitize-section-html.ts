import { isAllowedSectionImage, isAllowedSectionLink, sectionLinkRel } from '@khmer-learning/contracts';
import sanitizeHtml from 'sanitize-html';

/** More than any author needs, few enough to keep hostile nesting cheap. */
const maxNestingDepth = 50;

const sanitizeOptions: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'br', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'ul', 'ol', 'li'],
    ...['b', 'strong', 'i', 'em', 'u', 'code', 'pre', 'a', 'img'],
  ],
  allowedAttributes: { a: ['href', 'rel'], img: ['src', 'alt'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel', 'sms'],
  allowedSchemesByTag: { img: ['http', 'https', 'data'] },
  allowProtocolRelative: false,
  // Elements that a browser reads by other rules than HTML's go with everything in them.
  nonTextTags: [
    ...['script', 'style', 'textarea', 'option', 'select', 'title', 'template', 'svg', 'math', 'object'],
    ...['iframe', 'noscript', 'noembed', 'noframes', 'xmp', 'plaintext', 'listing'],
  ],
  transformTags: {
    a: (tagName, { href = '' }) => {
      const target = href.trim();
      return { tagName, attribs: isAllowedSectionLink(target) ? { href: target, rel: sectionLinkRel } : {} };
    },
    img: (tagName, { src = '', alt }) => {
      const source = src.trim();
      if (!isAllowedSectionImage(source)) return { tagName, attribs: {} };
      return { tagName, attribs: { src: source, ...(alt ? { alt } : {}) } };
    },
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
  nestingLimit: maxNestingDepth,
};

/**
 * Html that can run nothing wherever it is shown: what is not on the list of decisions (Content) is gone.
 * What the rules drop keeps its text, except where the text is code. Doing it twice changes nothing more.
 */
export function sanitizeSectionHtml(html: string): string {
  return sanitizeHtml(html, sanitizeOptions);
}
