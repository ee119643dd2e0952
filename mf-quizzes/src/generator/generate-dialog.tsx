import { listErrorProps } from '@khmer-learning/console-sdk';
import { quizLimits } from '@khmer-learning/contracts';
import {
  Button,
  Callout,
  Dialog,
  ErrorPanel,
  FormField,
  Select,
  Skeleton,
  Stack,
  space,
} from '@khmer-learning/ui-kit';
import { type ReactNode, useMemo, useState } from 'react';
import styled from 'styled-components';
import { LessonSelector } from '../lessons/lesson-selector.tsx';
import { useLesson } from '../lessons/lessons.api.ts';
import type { QuestionValues } from '../quiz-form/quiz-form.schema.ts';
import { type DirectionName, directionNames, directions, generateQuestions } from './generate-questions.ts';
import { GeneratedList } from './generated-list.tsx';
import { vocabularySections } from './vocabulary-sections.ts';

const SideBySide = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr));
  gap: ${space(4)};
`;

const directionOptions = directionNames.map((name) => ({ value: name, label: directions[name].label }));

function newSeed(): number {
  return crypto.getRandomValues(new Int32Array(1))[0] ?? 0;
}

interface GenerateDialogProps {
  /** The lesson to begin with; 0 for none. */
  lessonId: number;
  /** How many questions the quiz still takes. */
  room: number;
  /** What the quiz asks already: generated again, it is not ticked. */
  asked: ReadonlySet<string>;
  onAdd: (questions: readonly QuestionValues[], lessonId: number) => void;
  onClose: () => void;
}

/** Makes questions from a section's vocabulary. Once added, they are edited in the form like any other. */
export function GenerateDialog({ lessonId: firstLesson, room, asked, onAdd, onClose }: GenerateDialogProps) {
  const [lessonId, setLessonId] = useState(firstLesson);
  const lesson = useLesson(lessonId > 0 ? lessonId : null);
  const sections = useMemo(() => vocabularySections(lesson.data?.sections ?? []), [lesson.data]);
  const [place, setPlace] = useState(0);
  const section = sections.find((candidate) => candidate.place === place) ?? sections[0];
  const [direction, setDirection] = useState<DirectionName>('english-khmer');
  const [seed, setSeed] = useState(newSeed);
  /** Questions the author does not want, by their text. */
  const [unwanted, setUnwanted] = useState(asked);

  const { questions, unusable } = useMemo(
    () =>
      generateQuestions({
        entries: section?.entries ?? [],
        lesson: sections.flatMap(({ entries }) => entries),
        direction,
        limit: room,
        seed,
      }),
    [sections, section, direction, room, seed],
  );
  const wanted = questions.filter(({ question }) => !unwanted.has(question));

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Generate from vocabulary"
      description="Wrong options come from the same lesson. You can edit the questions before you save the quiz."
      size="large"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={wanted.length === 0} onClick={() => onAdd(wanted, lessonId)}>
            {wanted.length === 1 ? 'Add 1 question' : `Add ${wanted.length} questions`}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <FormField label="Vocabulary of lesson">
          <LessonSelector value={lessonId} onChange={setLessonId} />
        </FormField>
        {lessonId === 0 ? null : (
          <LessonState lesson={lesson} hasVocabulary={sections.length > 0}>
            <SideBySide>
              <FormField label="Section">
                <Select
                  options={sections.map(({ place: value, title, entries }) => ({
                    value: String(value),
                    label: `${title} (${entries.length === 1 ? '1 entry' : `${entries.length} entries`})`,
                  }))}
                  value={String(section?.place ?? '')}
                  onValueChange={(value) => setPlace(Number(value))}
                />
              </FormField>
              <FormField label="Direction">
                <Select
                  options={directionOptions}
                  value={direction}
                  onValueChange={(value) =>
                    setDirection(directionNames.find((name) => name === value) ?? direction)
                  }
                />
              </FormField>
            </SideBySide>
            {room === 0 ? (
              <Callout tone="warning" title="This quiz is full">
                {`A quiz has at most ${quizLimits.questions} questions.`}
              </Callout>
            ) : (
              <GeneratedList
                questions={questions}
                unusable={unusable}
                asked={asked}
                unwanted={unwanted}
                onUnwanted={setUnwanted}
                onShuffle={() => setSeed(newSeed())}
              />
            )}
          </LessonState>
        )}
      </Stack>
    </Dialog>
  );
}

interface LessonStateProps {
  lesson: ReturnType<typeof useLesson>;
  hasVocabulary: boolean;
  children: ReactNode;
}

/** What there is to choose from once the lesson is there, or why there is nothing. */
function LessonState({ lesson, hasVocabulary, children }: LessonStateProps) {
  const failure = listErrorProps('The lesson', lesson.error, lesson.refetch);
  if (failure !== undefined) return <ErrorPanel {...failure} retrying={lesson.isFetching} />;
  if (lesson.data === undefined) {
    return (
      <Stack gap={3} role="status" aria-label="Loading the lesson">
        <Skeleton width="60%" height="2rem" />
        <Skeleton />
        <Skeleton width="80%" />
      </Stack>
    );
  }
  if (!hasVocabulary) {
    return (
      <Callout title="This lesson has no vocabulary">
        Questions are made of the lines of its sections that have the form “Word [pronunciation] :
        translation”.
      </Callout>
    );
  }
  return children;
}
