import { useFormContext } from '@khmer-learning/console-kit';
import type { LessonLevel } from '@khmer-learning/contracts';
import { isBlank } from '@khmer-learning/khmer-text';
import { EmptyState, Stack, Text } from '@khmer-learning/ui-kit';
import { memo, startTransition, useEffect, useRef, useState } from 'react';
import { useLessonTypes } from '../lesson-types/lesson-types.api.ts';
import { useMessages } from '../messages/messages.ts';
import { LessonPreviewHead } from './lesson-preview-head.tsx';
import { type PreviewedSection, unknownLessonType } from './previewed-lesson.ts';
import { SectionPreview } from './section-preview.tsx';

/** The preview is updated once the author has stopped typing for this long. */
const pauseMilliseconds = 250;

/** The lesson form's values that are shown. */
interface LiveValues {
  title: string;
  description: string;
  lessonTypeId: number;
  level: LessonLevel | '';
  sections: PreviewedSection[];
}

/** The lesson as learners will see it, beside the form. Must be inside the form's provider. */
export function LivePreview({ current }: { current: number }) {
  const t = useMessages();
  const values = useSettledValues();
  const types = useLessonTypes();
  const lessonType = types.data?.find(({ id }) => id === values.lessonTypeId) ?? unknownLessonType;
  const root = useRef<HTMLElement>(null);
  const count = values.sections.length;

  useEffect(() => {
    const scroller = root.current?.parentElement;
    const place = root.current?.querySelector<HTMLElement>(`[data-previewed="${Math.min(current, count)}"]`);
    // Only the preview's own column is scrolled, never the form.
    if (!scroller || !place) return;
    scroller.scrollTop += place.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  }, [current, count]);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keyboard and may contain nothing focusable.
    <section ref={root} aria-label={t('livePreview.label')} tabIndex={0}>
      <Stack gap={4}>
        <Stack gap={3} data-previewed={0}>
          <Text strong>{values.title}</Text>
          <LessonPreviewHead lessonType={lessonType} description={values.description} level={values.level} />
        </Stack>
        {values.sections.map(renderSection)}
        {values.sections.every(({ title, content }) => isBlank(title + content)) ? (
          <EmptyState title={t('livePreview.noSections')} />
        ) : null}
      </Stack>
    </section>
  );
}

/* Sections are shown by their place and keep no state. */
function renderSection({ title, content, html, recordings }: PreviewedSection, index: number) {
  return (
    <div key={`section ${index + 1}`} data-previewed={index + 1}>
      {isBlank(title + content) ? null : (
        <LiveSection title={title} content={content} html={html} recordings={recordings} />
      )}
    </div>
  );
}

/** Compared by its texts, so that a change of one section renders only that section. */
const LiveSection = memo(function LiveSection(section: PreviewedSection) {
  return <SectionPreview section={section} />;
});

/* The form changes its values in place. */
const copyValues = ({ title, description, lessonTypeId, level, sections }: LiveValues): LiveValues => ({
  title,
  description,
  lessonTypeId,
  level,
  sections: sections.map((section) => ({ ...section })),
});

/** The form's values as they were at the last pause. Rendering them does not hold up what is typed meanwhile. */
function useSettledValues(): LiveValues {
  const { getValues, subscribe } = useFormContext<LiveValues>();
  const [values, setValues] = useState(() => copyValues(getValues()));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer);
        timer = setTimeout(
          () => startTransition(() => setValues(copyValues(getValues()))),
          pauseMilliseconds,
        );
      },
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [getValues, subscribe]);
  return values;
}
