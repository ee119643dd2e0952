import { FormOutline, type FormOutlineProps, useFormContext } from '@khmer-learning/console-kit';
import { useFormState, useWatch } from 'react-hook-form';
import { useMessages } from '../messages/messages.ts';

interface OutlinedLesson {
  sections: { title: string }[];
}

/** The parts of the lesson form: the general fields, and each section by its number and title. */
export function LessonOutline(props: Pick<FormOutlineProps, 'current' | 'onJump'>) {
  const t = useMessages();
  const { control } = useFormContext<OutlinedLesson>();
  // Compared by value, so that typing in a text does not render the outline.
  const titles = useWatch({
    control,
    name: 'sections',
    compute: (sections) => sections.map(({ title }) => title),
  });
  const { errors } = useFormState({ control });
  const places = [
    { name: t('lessonOutline.general'), invalid: Object.keys(errors).some((name) => name !== 'sections') },
    ...titles.map((title, index) => ({
      name:
        title === ''
          ? t('lessonOutline.untitled', { number: index + 1 })
          : t('lessonOutline.section', { number: index + 1, title }),
      invalid: errors.sections?.[index] !== undefined,
    })),
  ];
  return <FormOutline {...props} label={t('lessonOutline.label')} places={places} />;
}
