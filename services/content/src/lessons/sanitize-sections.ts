import { lessonLimits, lessonMessages, type Section } from '@khmer-learning/contracts';
import { ApiError } from '@khmer-learning/service-kit';
import { sanitizeSectionHtml } from './sanitize-section-html.ts';

/** More than any author writes in one section; the parser's time is quadratic in the number of unclosed tags. */
const maxTags = 10_000;

const jsonByteLength = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/**
 * Prepares sections for storage: sanitises their HTML and keeps texts as typed.
 *
 * @throws ApiError 413 when a section or all of them together are too large (decisions, Content)
 */
export function sanitizeSections(sections: readonly Section[]): Section[] {
  sections.forEach(({ html }, index) => {
    if (html !== null && html.split('<', maxTags + 2).length > maxTags + 1) throw sectionTooLarge(index);
  });
  const sanitized = sections.map((section) => ({
    ...section,
    html: section.html === null ? null : sanitizeSectionHtml(section.html),
  }));
  sanitized.forEach(({ content, html, ops }, index) => {
    if (jsonByteLength({ content, html, ops }) > lessonLimits.sectionBytes) throw sectionTooLarge(index);
  });
  if (jsonByteLength(sanitized) > lessonLimits.lessonBytes)
    throw tooLarge('sections', lessonMessages.tooLarge);
  return sanitized;
}

function sectionTooLarge(index: number): ApiError {
  return tooLarge(`sections.${index}`, lessonMessages.sectionTooLarge);
}

function tooLarge(path: string, message: string): ApiError {
  return new ApiError(413, message, { issues: [{ path, message }] });
}
