import {
  isAllowedSectionImage,
  isAllowedSectionLink,
  lessonLimits,
  lessonMessages,
  type Section,
  sectionLinkRel,
} from '@khmer-learning/contracts';
import { hasTooManyKeys } from '@khmer-learning/khmer-text';
import { fieldError } from '@khmer-learning/service-kit';
import sanitizeHtml from 'sanitize-html';

/** More than any author writes in one section; the parser's time is quadratic in the number of unclosed tags. */
const maxTags = 10_000;

const jsonByteLength = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/**
 * Prepares sections for storage: sanitises their HTML, keeps texts as typed and leaves out empty lists of recordings.
 *
 * @throws ApiError 413 when a section or all of them together are too large, or have too many words to
 *   be found by each
 */
export function sanitizeSections(sections: readonly Section[]): Section[] {
  sections.forEach(({ html }, index) => {
    if (html !== null && html.split('<', maxTags + 2).length > maxTags + 1) throw sectionTooLarge(index);
  });
  const sanitized = sections.map(({ recordings = [], ...section }) => ({
    ...section,
    html: section.html === null ? null : sanitizeSectionHtml(section.html),
    ...(recordings.length > 0 ? { recordings } : {}),
  }));
  sanitized.forEach(({ title: _title, ...parts }, index) => {
    if (jsonByteLength(parts) > lessonLimits.sectionBytes) throw sectionTooLarge(index);
  });
  if (jsonByteLength(sanitized) > lessonLimits.lessonBytes)
    throw fieldError('sections', lessonMessages.tooLarge, 413);
  if (hasTooManyKeys(sanitized.flatMap(({ title, content }) => [title, content])))
    throw fieldError('sections', lessonMessages.tooManyWords, 413);
  return sanitized;
}

const sectionTooLarge = (index: number) =>
  fieldError(`sections.${index}`, lessonMessages.sectionTooLarge, 413);

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

/** Sanitises HTML by an allow-list. A removed element leaves its text, unless that is code. Idempotent. */
export function sanitizeSectionHtml(html: string): string {
  return sanitizeHtml(html, sanitizeOptions);
}
