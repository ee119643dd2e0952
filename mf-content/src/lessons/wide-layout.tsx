import {
  FormOutline,
  type FormOutlineProps,
  OutlinedForm,
  useFormContext,
} from '@khmer-learning/console-kit';
import { Button, EyeIcon, useScreen } from '@khmer-learning/ui-kit';
import type { ReactNode } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { LazyPart } from '../lists/use-code.tsx';
import { useMessages } from '../messages/messages.ts';
import { usePersonalChoice } from '../preview/use-personal-choice.ts';

/** The narrowest screen with space for the preview as well. At 1440 px the fields keep 42rem and the preview has 26rem. */
const previewScreen = '(min-width: 88rem)';

/**
 * On a wide screen, the outline before the form's fields and, with space, the live preview after them; this browser remembers
 * for each person whether it is on. @param savedId undefined while the lesson is new
 */
export function useWideLayout(savedId: number | undefined) {
  const t = useMessages();
  const canPreview = useScreen(previewScreen);
  const [choice, choose] = usePersonalChoice('lesson-form.live-preview', ['on', 'off']);
  const hasPreview = choice === 'on';
  return {
    toggle: canPreview ? (
      <Button
        size="small"
        variant={hasPreview ? 'secondary' : 'ghost'}
        aria-pressed={hasPreview}
        icon={<EyeIcon aria-hidden="true" />}
        onClick={() => choose(hasPreview ? 'off' : 'on')}
      >
        {t('label.livePreview')}
      </Button>
    ) : null,
    /** Must be inside the form's provider. */
    wrap: (fields: ReactNode) => (
      <OutlinedForm
        outline={(place) => <LessonOutline {...place} />}
        aside={
          canPreview && hasPreview
            ? (current) => (
                <LazyPart
                  name="live-preview"
                  load={() => import(/* webpackChunkName: "live-preview" */ '../preview/live-preview.tsx')}
                  failure={t('wideLayout.notLoaded')}
                >
                  {({ LivePreview }) => <LivePreview current={current} savedId={savedId} />}
                </LazyPart>
              )
            : undefined
        }
      >
        {fields}
      </OutlinedForm>
    ),
  };
}

interface OutlinedLesson {
  sections: { title: string }[];
}

function LessonOutline(props: Pick<FormOutlineProps, 'current' | 'onJump'>) {
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
