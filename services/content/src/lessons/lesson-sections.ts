import { lessonLimits, lessonMessages, type Section } from '@khmer-learning/contracts';
import { ApiError } from '@khmer-learning/service-kit';
import { safeHtml } from './safe-html.ts';

/** More than any author writes in one section; the parser's time grows with the square of what is left open. */
const mostTags = 10_000;

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/**
 * Sections as they are stored: texts as typed, html made harmless.
 *
 * @throws ApiError 413 when a section or all of them together are too large (decisions, Content)
 */
export function storedSections(sections: readonly Section[]): Section[] {
  sections.forEach(({ html }, index) => {
    if (html !== null && html.split('<', mostTags + 2).length > mostTags + 1) throw sectionTooLarge(index);
  });
  const stored = sections.map((section) => ({
    ...section,
    html: section.html === null ? null : safeHtml(section.html),
  }));
  stored.forEach(({ content, html, ops }, index) => {
    if (sizeOf({ content, html, ops }) > lessonLimits.sectionBytes) throw sectionTooLarge(index);
  });
  if (sizeOf(stored) > lessonLimits.lessonBytes) throw tooLarge('sections', lessonMessages.tooLarge);
  return stored;
}

function sectionTooLarge(index: number): ApiError {
  return tooLarge(`sections.${index}`, lessonMessages.sectionTooLarge);
}

function tooLarge(path: string, message: string): ApiError {
  return new ApiError(413, message, { issues: [{ path, message }] });
}
