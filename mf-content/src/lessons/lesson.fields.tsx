import {
  type FieldControl,
  type ItemFields,
  type ItemMapping,
  lineField,
  linesField,
} from '@khmer-learning/console-kit';
import {
  type Lesson,
  type LessonType,
  lessonBody,
  lessonLevels,
  type MainLesson,
} from '@khmer-learning/contracts';
import { Select, type SelectOption } from '@khmer-learning/ui-kit';
import { z } from 'zod';
import { lessonLevelLabel, lessonLevelOptions } from '../lists/content-status-options.ts';
import { message } from '../messages/messages.ts';
import { emptySection, sectionValuesSchema } from './lesson-sections.tsx';
import {
  compareSections,
  fromSectionParts,
  type SectionParts,
  sectionsShape,
  toSectionParts,
} from './sections-field.ts';

/** The form's values. 0 and '' mean that nothing is selected yet. */
export const lessonValuesSchema = z.object({
  mainLessonId: z.number(),
  lessonTypeId: z.number(),
  title: z.string(),
  description: z.string(),
  level: z.enum([...lessonLevels, '']),
  image: z.string().optional(),
  sections: z.array(sectionValuesSchema),
});
export type LessonFormValues = z.output<typeof lessonValuesSchema>;

export const lessonFormSchema = lessonValuesSchema.pipe(lessonBody.omit({ status: true }));

export const lessonPresetSchema = lessonValuesSchema.pick({ mainLessonId: true });

/** The values as they are merged: the image follows the lesson type. */
type LessonParts = Omit<LessonFormValues, 'lessonTypeId' | 'image' | 'sections'> & {
  type: Pick<LessonFormValues, 'lessonTypeId' | 'image'>;
  sections: readonly SectionParts[];
};

export const lessonMapping: ItemMapping<Lesson, LessonFormValues, LessonParts> = {
  toValues: (lesson) => ({
    mainLessonId: lesson?.mainLessonId ?? 0,
    lessonTypeId: lesson?.lessonTypeId ?? 0,
    title: lesson?.title ?? '',
    description: lesson?.description ?? '',
    level: lesson?.level ?? '',
    image: lesson?.image ?? '',
    sections:
      lesson === null || lesson.sections.length === 0
        ? [emptySection]
        : // The field is always there, so that the form is unchanged again once the first recording is undone.
          lesson.sections.map((section) => ({ ...section, recordings: section.recordings })),
  }),
  toParts: ({ lessonTypeId, image, sections, ...values }) => ({
    ...values,
    type: { lessonTypeId, image },
    sections: sections.map(toSectionParts),
  }),
  fromParts: ({ type, sections, ...values }) => ({
    ...values,
    ...type,
    sections: sections.map(fromSectionParts),
  }),
};

interface LessonReferences {
  mainLessons: readonly Pick<MainLesson, 'id' | 'title' | 'status'>[];
  lessonTypes: readonly Pick<LessonType, 'id' | 'title'>[];
  /** Whether the user may put a lesson into a main lesson: others are not offered. */
  mayChange: (mainLessonId: number) => boolean;
}

export const lessonFields = ({
  mainLessons,
  lessonTypes,
  mayChange,
}: LessonReferences): ItemFields<LessonParts, Lesson> => ({
  mainLessonId: {
    label: message('field.mainLesson'),
    format: (id) => titleOf(mainLessons, id),
    required: true,
    input: (control) => (
      <ReferenceSelect
        {...control}
        placeholder={message('lessonForm.selectMainLesson')}
        options={mainLessons
          .filter(({ id }) => id === control.value || mayChange(id))
          .map(({ id, title, status }) => ({
            value: String(id),
            label: status === 'draft' ? message('lessonForm.draftMainLesson', { title }) : title,
          }))}
      />
    ),
  },
  title: { ...lineField(message('field.title')), required: true },
  type: {
    label: message('field.lessonType'),
    format: ({ lessonTypeId }) => titleOf(lessonTypes, lessonTypeId),
  },
  level: {
    label: message('field.level'),
    format: (level) => (level === '' ? '' : lessonLevelLabel(level)),
    required: true,
    input: ({ onChange, name: _name, ...control }) => (
      <Select
        {...control}
        placeholder={message('lessonForm.selectLevel')}
        options={lessonLevelOptions()}
        onValueChange={(value) => {
          const level = lessonLevels.find((one) => one === value);
          if (level !== undefined) onChange(level);
        }}
      />
    ),
  },
  description: linesField(message('field.description')),
  sections: {
    label: message('mergeLessons.sections'),
    merge: sectionsShape(),
    compare: (theirs, yours) => compareSections(theirs.sections, yours.sections),
  },
});

const titleOf = (items: LessonReferences['lessonTypes'], id: number) =>
  items.find((item) => item.id === id)?.title ?? message('compareLessons.unknownTitle', { id });

interface ReferenceSelectProps extends Omit<FieldControl<number>, 'name' | 'onChange'> {
  placeholder: string;
  options: readonly SelectOption[];
  onChange: (id: number) => void;
}

/** Selects what a lesson refers to, by its id. 0 means that nothing is selected yet. */
export function ReferenceSelect({ value, onChange, ...select }: ReferenceSelectProps) {
  return (
    <Select
      {...select}
      value={value === 0 ? '' : String(value)}
      onValueChange={(id) => id !== '' && onChange(Number(id))}
    />
  );
}
