import { type FormMerging, linesShape, recordingsShape } from '@khmer-learning/console-kit';
import type { Lesson, LessonType, lessonLevels, MainLesson, Recording } from '@khmer-learning/contracts';
import { parseVocabulary } from '@khmer-learning/khmer-text';
import type { z } from 'zod';
import { lessonLevelLabel } from '../lists/content-status-options.ts';
import { message } from '../messages/messages.ts';
import type { sectionValuesSchema } from './lesson-sections.tsx';

type SectionValues = z.output<typeof sectionValuesSchema>;

/** The values of the lesson form. */
interface LessonFormValues {
  mainLessonId: number;
  lessonTypeId: number;
  title: string;
  description: string;
  level: (typeof lessonLevels)[number] | '';
  image?: string | undefined;
  sections: SectionValues[];
}

/** A section whose text has three forms, which belong together. */
interface SectionParts {
  title: string;
  recordings: readonly Recording[];
  text: Pick<SectionValues, 'content' | 'html' | 'ops'>;
}

/** The values of the lesson form as they are merged: the image follows the lesson type. */
type LessonParts = Pick<LessonFormValues, 'mainLessonId' | 'title' | 'description' | 'level'> & {
  type: Pick<LessonFormValues, 'lessonTypeId' | 'image'>;
  sections: readonly SectionParts[];
};

type Titled = readonly Pick<MainLesson | LessonType, 'id' | 'title'>[];
const titleOf = (items: Titled, id: number) =>
  items.find((item) => item.id === id)?.title ?? message('compareLessons.unknownTitle', { id });

/** The English word of a vocabulary row: it mostly stays when the row is changed. */
const wordOf = (row: string) => parseVocabulary(row).rows[0]?.english.trim().toLowerCase();

/**
 * Merges the values of a lesson form. Vocabulary is merged row by row; a text with formatting is taken as a whole.
 * @param names the titles of what a lesson refers to
 */
export function lessonMerging(
  toValues: (lesson: Lesson) => LessonFormValues,
  fetchVersion: (id: number, version: number) => Promise<Lesson>,
  names: { mainLessons: Titled; lessonTypes: Titled },
): FormMerging<Lesson, LessonFormValues> {
  return {
    shape: {
      kind: 'record',
      fields: {
        mainLessonId: {
          kind: 'value',
          label: message('field.mainLesson'),
          format: (id: number) => titleOf(names.mainLessons, id),
        },
        type: {
          kind: 'value',
          label: message('field.lessonType'),
          format: ({ lessonTypeId }: LessonParts['type']) => titleOf(names.lessonTypes, lessonTypeId),
        },
        title: { kind: 'value', label: message('field.title'), format: String },
        level: {
          kind: 'value',
          label: message('field.level'),
          format: (level: LessonParts['level']) => (level === '' ? '' : lessonLevelLabel(level)),
        },
        description: linesShape(message('field.description')),
        sections: {
          kind: 'list',
          label: message('mergeLessons.sections'),
          labelOf: ({ title }: SectionParts) => message('compareLessons.section', { title }),
          format: ({ title, text }: SectionParts) => `${title}\n${text.content}`,
          keys: [({ title }: SectionParts) => title, ({ text }: SectionParts) => text.content],
          item: {
            kind: 'record',
            fields: {
              title: { kind: 'value', label: message('field.title'), format: String },
              text: {
                kind: 'text',
                label: '',
                toRows: ({ content, html, ops }: SectionParts['text']) =>
                  html || ops ? null : content.split('\n'),
                fromRows: (rows) => ({ content: rows.join('\n'), html: null, ops: null }),
                keyOf: wordOf,
                format: ({ content }: SectionParts['text']) => content,
              },
              recordings: recordingsShape,
            },
          },
        },
      },
    },
    toValues,
    toParts: ({ lessonTypeId, image, sections, ...values }): LessonParts => ({
      ...values,
      type: { lessonTypeId, image },
      sections: sections.map(({ title, content, html, ops, recordings = [] }) => ({
        title,
        recordings,
        text: { content, html: html ?? null, ops: ops ?? null },
      })),
    }),
    fromParts: ({ type, sections, ...values }: LessonParts) => ({
      ...values,
      ...type,
      sections: sections.map(({ title, text, recordings }) => ({
        title,
        ...text,
        ...(recordings.length === 0 ? {} : { recordings: [...recordings] }),
      })),
    }),
    fetchVersion,
  };
}
