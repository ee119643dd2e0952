import type { LessonValues } from './lesson-form.schema.ts';

type SectionValues = LessonValues['sections'][number];

const anyTagButParagraphs = /<(?!\/?(?:p|br)\b)/i;

/** Whether a section has formatting, links or pictures, which vocabulary lines cannot hold. */
export function isFormatted({ html, ops }: Pick<SectionValues, 'html' | 'ops'>): boolean {
  if (html) return anyTagButParagraphs.test(html);
  return (ops ?? []).some(({ attributes }) => Object.values(attributes ?? {}).some(Boolean));
}
