import { listErrorProps } from '@khmer-learning/console-kit';
import { quizLimits } from '@khmer-learning/contracts';
import {
  Button,
  Callout,
  Dialog,
  ErrorPanel,
  FieldGrid,
  FormField,
  Select,
  Skeleton,
  Stack,
} from '@khmer-learning/ui-kit';
import { type ReactNode, useMemo, useState } from 'react';
import { LessonSelector } from '../lessons/lesson-selector.tsx';
import { useLesson } from '../lessons/lessons.api.ts';
import { useMessages } from '../messages/messages.ts';
import type { QuestionFormValues } from '../quiz-form/question-values.ts';
import { createSeed } from '../random/seeded-shuffle.ts';
import {
  findVocabularySections,
  generateQuestions,
  questionKey,
  spokenLanguage,
} from './generate-questions.ts';
import { GeneratedQuestionList } from './generated-question-list.tsx';
import { useGenerationChoices } from './use-generation-choices.tsx';

interface GenerateQuestionsDialogProps {
  /** The initially selected lesson; 0 for none. */
  lessonId: number;
  /** How many more questions the quiz can hold. */
  remainingCapacity: number;
  /** The keys of the quiz's current questions (`questionKey`). A generated question with the same key starts unchecked. */
  existingQuestions: ReadonlySet<string>;
  onAdd: (questions: readonly QuestionFormValues[], lessonId: number) => void;
  onClose: () => void;
}

export function GenerateQuestionsDialog({
  lessonId: initialLessonId,
  remainingCapacity,
  existingQuestions,
  onAdd,
  onClose,
}: GenerateQuestionsDialogProps) {
  const t = useMessages();
  const [lessonId, setLessonId] = useState(initialLessonId);
  const lesson = useLesson(lessonId > 0 ? lessonId : null);
  const sections = useMemo(() => findVocabularySections(lesson.data?.sections ?? []), [lesson.data]);
  const [sectionIndex, setSectionIndex] = useState(0);
  const section = sections.find((candidate) => candidate.index === sectionIndex) ?? sections[0];
  const { kind, direction, asksIn, fields } = useGenerationChoices();
  const [seed, setSeed] = useState(createSeed);
  /** The keys of the questions that the author excluded. */
  const [excluded, setExcluded] = useState(existingQuestions);

  const { questions, unusable } = useMemo(
    () =>
      generateQuestions({
        entries: section?.entries ?? [],
        recordings: section?.recordings ?? [],
        lessonEntries: sections.flatMap(({ entries }) => entries),
        direction,
        kind,
        asksIn,
        maxQuestions: remainingCapacity,
        seed,
      }),
    [sections, section, direction, kind, asksIn, remainingCapacity, seed],
  );
  const selectedQuestions = questions.filter((question) => !excluded.has(questionKey(question)));

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('action.generate')}
      description={t('generateQuestions.description')}
      size="large"
      footer={
        <>
          <Button onClick={onClose}>{t('generateQuestions.cancel')}</Button>
          <Button
            variant="primary"
            disabled={selectedQuestions.length === 0}
            onClick={() => onAdd(selectedQuestions, lessonId)}
          >
            {t('generateQuestions.add', { count: selectedQuestions.length })}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <FormField label={t('generateQuestions.lesson')}>
          <LessonSelector value={lessonId} onChange={setLessonId} />
        </FormField>
        {lessonId === 0 ? null : (
          <LessonLoader lesson={lesson} hasVocabulary={sections.length > 0}>
            <FieldGrid>
              <FormField label={t('generateQuestions.section')}>
                <Select
                  options={sections.map(({ index: value, title, entries }) => ({
                    value: String(value),
                    label: t('generateQuestions.sectionOption', { title, count: entries.length }),
                  }))}
                  value={String(section?.index ?? '')}
                  onValueChange={(value) => setSectionIndex(Number(value))}
                />
              </FormField>
              {fields}
            </FieldGrid>
            {remainingCapacity === 0 ? (
              <Callout tone="warning" title={t('generateQuestions.full')}>
                {t('generateQuestions.fullHint', { max: quizLimits.questions })}
              </Callout>
            ) : (
              <GeneratedQuestionList
                kind={kind}
                language={spokenLanguage(direction)}
                questions={questions}
                unusable={unusable}
                existingQuestions={existingQuestions}
                excluded={excluded}
                onExcludedChange={setExcluded}
                onShuffle={() => setSeed(createSeed())}
              />
            )}
          </LessonLoader>
        )}
      </Stack>
    </Dialog>
  );
}

interface LessonLoaderProps {
  lesson: ReturnType<typeof useLesson>;
  hasVocabulary: boolean;
  children: ReactNode;
}

/** Shows its children once the lesson is loaded and has vocabulary; until then a skeleton, an error or a notice. */
function LessonLoader({ lesson, hasVocabulary, children }: LessonLoaderProps) {
  const t = useMessages();
  const failure = listErrorProps(t('generateQuestions.lessonSubject'), lesson.error, lesson.refetch);
  if (failure !== undefined) return <ErrorPanel {...failure} retrying={lesson.isFetching} />;
  if (lesson.data === undefined) {
    return (
      <Stack gap={3} role="status" aria-label={t('generateQuestions.loading')}>
        <Skeleton width="60%" height="2rem" />
        <Skeleton />
        <Skeleton width="80%" />
      </Stack>
    );
  }
  if (!hasVocabulary) {
    return (
      <Callout title={t('generateQuestions.noVocabulary')}>{t('generateQuestions.noVocabularyHint')}</Callout>
    );
  }
  return children;
}
