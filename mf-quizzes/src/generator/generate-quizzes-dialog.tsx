import { listErrorProps, useRights } from '@khmer-learning/console-kit';
import { type RowActionProps, useAnnounceChanges, useApi, userMessageOf } from '@khmer-learning/console-sdk';
import { type Lesson, quizBody, quizzes as quizEndpoints } from '@khmer-learning/contracts';
import { isBlank } from '@khmer-learning/khmer-text';
import {
  Button,
  Callout,
  Checkbox,
  Dialog,
  ErrorPanel,
  FieldGrid,
  Inline,
  Skeleton,
  Stack,
  Text,
  toast,
} from '@khmer-learning/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useLessonsWithoutQuiz } from '../lessons/lessons.api.ts';
import { useMessages } from '../messages/messages.ts';
import { toQuestion } from '../quiz-form/question-values.ts';
import { createSeed } from '../random/seeded-shuffle.ts';
import { findVocabularySections, generateQuestions } from './generate-questions.ts';
import { useGenerationChoices } from './use-generation-choices.tsx';

const maxQuestions = 20;

export function GenerateQuizzesDialog({ item: course, onClose }: RowActionProps) {
  const t = useMessages();
  const api = useApi();
  const announceChanges = useAnnounceChanges();
  const { mayChange } = useRights();
  const found = useLessonsWithoutQuiz(course.id);
  const { kind, direction, asksIn, fields } = useGenerationChoices();
  const [seed] = useState(createSeed);
  const [excluded, setExcluded] = useState<ReadonlySet<number>>(new Set());
  const [done, setDone] = useState<ReadonlySet<number>>(new Set());
  const isStopped = useRef(false);

  const generated = useMemo(
    () =>
      found.data?.lessons.map((lesson) => {
        const sections = findVocabularySections(lesson.sections);
        const entries = sections.flatMap((section) => section.entries);
        const recordings = sections.flatMap((section) => section.recordings);
        const options = {
          entries,
          lessonEntries: entries,
          recordings,
          direction,
          kind,
          asksIn,
          maxQuestions,
          seed,
        };
        return { lesson, questions: generateQuestions(options).questions.map(toQuestion) };
      }) ?? [],
    [found.data, direction, kind, asksIn, seed],
  );
  const chosen = generated.filter(
    ({ lesson, questions }) => questions.length > 0 && !excluded.has(lesson.id) && !done.has(lesson.id),
  );

  const creating = useMutation({
    mutationFn: async () => {
      isStopped.current = false;
      let count = 0;
      for (const { lesson, questions } of chosen) {
        if (isStopped.current) break;
        const { id: lessonId, title, description } = lesson;
        const contents = { lessonId, title, description: isBlank(description) ? title : description };
        await api.call(quizEndpoints.create, {
          body: quizBody.parse({ ...contents, isPractice: false, questions, status: 'draft' }),
        });
        count += 1;
        setDone((last) => new Set([...last, lessonId]));
      }
      return count;
    },
    onSuccess: (count) => {
      if (count > 0) toast.success(t('generateQuizzes.created', { count }));
      onClose();
    },
    onSettled: () => announceChanges(['quiz']),
  });
  const failure = listErrorProps(t('generateQuizzes.subject'), found.error, found.refetch);
  const close = () => {
    if (creating.isPending) isStopped.current = true;
    else onClose();
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={t('generateQuizzes.title')}
      description={t('generateQuizzes.description', { title: course.name, max: maxQuestions })}
      size="large"
      footer={
        <>
          <Button onClick={close}>
            {creating.isPending ? t('generateQuizzes.stop') : t('generateQuestions.cancel')}
          </Button>
          <Button
            variant="primary"
            disabled={chosen.length === 0 || !mayChange(course.id)}
            loading={creating.isPending}
            loadingLabel={t('generateQuizzes.creating', {
              done: done.size,
              count: done.size + chosen.length,
            })}
            onClick={() => creating.mutate()}
          >
            {t('generateQuizzes.create', { count: chosen.length })}
          </Button>
        </>
      }
    >
      {failure === undefined ? null : <ErrorPanel {...failure} retrying={found.isFetching} />}
      {failure === undefined && found.data === undefined ? (
        <Stack gap={3} role="status" aria-label={t('generateQuizzes.loading')}>
          <Skeleton width="60%" height="2rem" />
          <Skeleton />
          <Skeleton width="80%" />
        </Stack>
      ) : null}
      {found.data?.lessons.length === 0 ? (
        <Callout title={t('generateQuizzes.none')}>{t('generateQuizzes.noneHint')}</Callout>
      ) : null}
      {generated.length === 0 ? null : (
        <Stack gap={4}>
          <FieldGrid>{fields}</FieldGrid>
          {creating.error === null ? null : (
            <Callout tone="danger" title={t('generateQuizzes.failed', { count: done.size })} announce>
              {userMessageOf(creating.error, t('generateQuizzes.failedHint'))}
            </Callout>
          )}
          <Stack gap={2} role="list" aria-label={t('generateQuizzes.lessons')}>
            {generated.map(({ lesson, questions }) => (
              <Inline key={lesson.id} gap={3} role="listitem">
                <Checkbox
                  checked={questions.length > 0 && !excluded.has(lesson.id)}
                  disabled={questions.length === 0 || done.has(lesson.id) || creating.isPending}
                  onChange={({ target }) => setExcluded(withId(excluded, lesson.id, !target.checked))}
                >
                  {lesson.title}
                </Checkbox>
                <Text as="span" size="small" muted>
                  {done.has(lesson.id)
                    ? t('generateQuizzes.isCreated')
                    : t('generateQuizzes.questions', { count: questions.length })}
                </Text>
              </Inline>
            ))}
          </Stack>
          {found.data && found.data.total > generated.length ? (
            <Text muted>
              {t('generateQuizzes.more', { count: generated.length, total: found.data.total })}
            </Text>
          ) : null}
        </Stack>
      )}
    </Dialog>
  );
}

function withId(ids: ReadonlySet<number>, id: Lesson['id'], isIn: boolean): ReadonlySet<number> {
  const next = new Set(ids);
  if (isIn) next.add(id);
  else next.delete(id);
  return next;
}
