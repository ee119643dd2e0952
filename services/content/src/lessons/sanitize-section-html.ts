import { isAllowedSectionImage, isAllowedSectionLink, sectionLinkRel } from '@khmer-learning/contracts';
import sanitizeHtml from 'sanitize-html';

/** More than any author needs, and low enough that malicious nesting stays cheap to parse. */
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
  // Browsers parse these elements by other rules than HTML's: they are removed with their content.
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
 * Sanitises the HTML of a section by an allow-list (decisions, Content), so that it cannot run code. A removed
 * element leaves its text, unless the text is code. Idempotent.
 */
export function sanitizeSectionHtml(html: string): string {
  return sanitizeHtml(html, sanitizeOptions);
}
