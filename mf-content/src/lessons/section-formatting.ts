import type { LessonFormValues } from './lesson-form.schema.ts';

type SectionValues = LessonFormValues['sections'][number];

const nonParagraphTag = /<(?!\/?(?:p|br)\b)/i;

/** Whether a section has formatting, links or pictures, which vocabulary lines cannot hold. */
export function hasSectionFormatting({ html, ops }: Pick<SectionValues, 'html' | 'ops'>): boolean {
  if (html) return nonParagraphTag.test(html);
  return (ops ?? []).some(({ attributes }) => Object.values(attributes ?? {}).some(Boolean));
}
