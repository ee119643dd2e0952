import { useFormContext } from '@khmer-learning/console-kit';
import { isBlank } from '@khmer-learning/khmer-text';
import { EmptyState, Stack, Text } from '@khmer-learning/ui-kit';
import { memo, type RefObject, startTransition, useEffect, useRef, useState } from 'react';
import { useLessonTypes } from '../lesson-types/lesson-types.api.ts';
import { useMessages } from '../messages/messages.ts';
import { PreviewFrame } from './preview-frame.tsx';
import {
  LessonPreviewHead,
  type PreviewedLesson,
  type PreviewedSection,
  unknownLessonType,
} from './previewed-lesson.tsx';
import { SectionPreview } from './section-preview.tsx';

/** The preview is updated once the author has stopped typing for this long. */
const pauseMilliseconds = 250;

interface LiveValues extends Omit<PreviewedLesson, 'lessonType'> {
  lessonTypeId: number;
}

/** The lesson as learners will see it, beside the form. Must be inside the form's provider. */
export function LivePreview({ current, savedId }: { current: number; savedId: number | undefined }) {
  const t = useMessages();
  const root = useRef<HTMLElement>(null);
  const { values, editedLine } = useSettledForm(root);
  const types = useLessonTypes();
  const lessonType = types.data?.find(({ id }) => id === values.lessonTypeId) ?? unknownLessonType;
  useFollow(root, current, values, editedLine);

  return (
    <PreviewFrame ref={root} label={t('label.livePreview')} savedId={savedId}>
      <Stack gap={4}>
        <Stack gap={3} data-previewed={0}>
          <Text strong>{values.title}</Text>
          <LessonPreviewHead lesson={{ ...values, lessonType }} />
        </Stack>
        {values.sections.map((section, index) =>
          renderSection(section, index, index + 1 === current ? editedLine : undefined),
        )}
        {values.sections.every(({ title, content }) => isBlank(title + content)) ? (
          <EmptyState title={t('label.noSections')} />
        ) : null}
      </Stack>
    </PreviewFrame>
  );
}

/* Sections are shown by their place and keep no state. */
function renderSection(
  { title, content, html, recordings }: PreviewedSection,
  index: number,
  editedLine: string | undefined,
) {
  return (
    <div key={`section ${index + 1}`} data-previewed={index + 1}>
      {isBlank(title + content) ? null : (
        <LiveSection {...{ title, content, html, recordings, editedLine }} />
      )}
    </div>
  );
}

/** Compared by its texts, so that a change of one section renders only that section. */
const LiveSection = memo(function LiveSection({
  editedLine,
  ...section
}: PreviewedSection & { editedLine: string | undefined }) {
  return <SectionPreview section={section} editedLine={editedLine} />;
});

/**
 * Scrolls the preview, never the form: to the top of a section that has become current, and to an edited line out of view; not
 * while the preview itself was used last.
 */
function useFollow(
  root: RefObject<HTMLElement | null>,
  current: number,
  values: LiveValues,
  editedLine: string | undefined,
): void {
  const isReading = useRef(false);
  useEffect(() => {
    const note = ({ target }: Event) => {
      isReading.current = target instanceof Node && root.current?.contains(target) === true;
    };
    for (const gesture of gestures)
      document.addEventListener(gesture, note, { passive: true, capture: true });
    return () => {
      for (const gesture of gestures) document.removeEventListener(gesture, note, { capture: true });
    };
  }, [root]);

  const followed = useRef(-1);
  const place = Math.min(current, values.sections.length);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of what is shown, the edited line may be elsewhere.
  useEffect(() => {
    const frame = root.current;
    const section = frame?.querySelector(`[data-previewed="${place}"]`);
    if (!frame || !section || isReading.current) return;
    const line = section.querySelector('[data-edited]');
    const view = frame.getBoundingClientRect();
    const { top, bottom } = (line ?? section).getBoundingClientRect();
    const isInView = line ? top >= view.top && bottom <= view.bottom : top < view.bottom && bottom > view.top;
    if (isInView && (line || followed.current === place)) return;
    followed.current = place;
    // A line has others above it, so that it can be found.
    frame.scrollTop += top - view.top - (line ? view.height / 3 : 0);
  }, [root, place, values, editedLine]);
}

const gestures = ['keydown', 'pointerdown', 'touchstart', 'wheel'] as const;

/* The form changes its values in place. */
const copyValues = ({ sections, ...values }: LiveValues): LiveValues => ({
  ...values,
  sections: sections.map((section) => ({ ...section })),
});

/** The form's values at the last pause, and the vocabulary line that has, or last had, the focus. Does not hold up typing. */
function useSettledForm(root: RefObject<HTMLElement | null>): { values: LiveValues; editedLine?: string } {
  const { getValues, subscribe } = useFormContext<LiveValues>();
  const [settled, setSettled] = useState(() => ({ values: copyValues(getValues()), ...findEditedLine() }));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer);
        timer = setTimeout(
          () => startTransition(() => setSettled({ values: copyValues(getValues()), ...findEditedLine() })),
          pauseMilliseconds,
        );
      },
    });
    const onFocus = () => {
      // Nor for the choices beside the frame.
      if (!root.current?.parentElement?.contains(document.activeElement))
        setSettled(({ values }) => ({ values, ...findEditedLine() }));
    };
    document.addEventListener('focusin', onFocus);
    return () => {
      clearTimeout(timer);
      unsubscribe();
      document.removeEventListener('focusin', onFocus);
    };
  }, [root, getValues, subscribe]);
  return settled;
}

function findEditedLine(): { editedLine?: string } {
  const editedLine = document.activeElement?.closest<HTMLElement>('[data-line]')?.dataset.line;
  return editedLine === undefined ? {} : { editedLine };
}
