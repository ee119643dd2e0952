import {
  type LessonSummary,
  type LessonType,
  lessonBody,
  lessonLevels,
  type MainLesson,
} from '@khmer-learning/contracts';
import { foldText } from '@khmer-learning/khmer-text';
import type { SelectOption } from '@khmer-learning/ui-kit';
import type { GridColumn } from '../../grid/grid-cells.ts';
import { lessonLevelLabel, lessonLevelOptions } from '../../lists/content-status-options.ts';
import { message as contentMessage } from '../../messages/messages.ts';
import { message } from './messages/messages.ts';

export interface LessonColumn extends GridColumn {
  readonly name: 'title' | 'description' | 'lessonTypeId' | 'level' | 'mainLessonId';
  textOf(lesson: LessonSummary): string;
  /** The value of a text, by the rules of the form; or what is wrong with it. */
  read(text: string): { readonly value: string | number } | { readonly problem: string };
}

const { shape } = lessonBody;
const keyOf = (text: string) => foldText(text).trim().replace(/\s+/g, ' ');

function toRead(
  schema: (typeof shape)[LessonColumn['name']],
  value: string | number,
): ReturnType<LessonColumn['read']> {
  const { data, error } = schema.safeParse(value);
  return data === undefined ? { problem: error?.issues[0]?.message ?? '' } : { value: data };
}

/** A column of a choice. Options with the same label are told apart by their ids. */
function choice(
  column: Omit<LessonColumn, 'options' | 'read'>,
  options: readonly SelectOption[],
  toValue: (value: string) => string | number,
): LessonColumn {
  const byLabel = new Map(options.map(({ value, label }) => [keyOf(label), value]));
  return {
    ...column,
    options,
    read: (text) => {
      const value = text.trim() === '' ? '' : byLabel.get(keyOf(text));
      return value === undefined
        ? { problem: message('editLessons.unknown', { text }) }
        : toRead(shape[column.name], toValue(value));
    },
  };
}

function titledOptions(items: readonly { readonly id: number; readonly title: string }[]): SelectOption[] {
  const seen = new Set<string>();
  return items.map(({ id, title }) => {
    const isRepeated = seen.has(keyOf(title));
    seen.add(keyOf(title));
    return { value: String(id), label: isRepeated ? `${title} (${id})` : title };
  });
}

/** The columns of the grid. @param mainLessons those into which the user may move lessons */
export function lessonColumns(
  lessonTypes: readonly LessonType[],
  mainLessons: readonly MainLesson[],
): readonly LessonColumn[] {
  const typeOptions = titledOptions(lessonTypes);
  const courseOptions = titledOptions(mainLessons);
  const labelOf = (options: readonly SelectOption[], id: number) =>
    options.find(({ value }) => value === String(id))?.label ?? '';
  return [
    {
      ...{ name: 'title', label: contentMessage('field.title'), width: 'minmax(11rem, 2fr)' },
      textOf: ({ title }) => title,
      read: (text) => toRead(shape.title, text),
    },
    {
      ...{ name: 'description', label: contentMessage('field.description'), width: 'minmax(12rem, 3fr)' },
      isLong: true,
      textOf: ({ description }) => description,
      read: (text) => toRead(shape.description, text),
    },
    choice(
      {
        ...{ name: 'lessonTypeId', label: contentMessage('field.lessonType'), width: 'minmax(8.5rem, 1fr)' },
        textOf: ({ lessonTypeId }) => labelOf(typeOptions, lessonTypeId),
      },
      typeOptions,
      Number,
    ),
    choice(
      {
        ...{ name: 'level', label: contentMessage('field.level'), width: 'minmax(8rem, 1fr)' },
        textOf: ({ level }) => lessonLevelLabel(level),
      },
      lessonLevelOptions(),
      (value) => lessonLevels.find((level) => level === value) ?? value,
    ),
    choice(
      {
        ...{ name: 'mainLessonId', label: contentMessage('field.mainLesson'), width: 'minmax(9rem, 1.5fr)' },
        textOf: ({ mainLessonId }) => labelOf(courseOptions, mainLessonId),
      },
      courseOptions,
      Number,
    ),
  ];
}
