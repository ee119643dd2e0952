import { listErrorProps } from '@khmer-learning/console-kit';
import { quizLimits, type quizzesQuestionStatistics, type ResponseOf } from '@khmer-learning/contracts';
import { type Column, DataTable, ErrorPanel, Heading, Stack, Text } from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { MixedLanguageText } from '../khmer/mixed-language-text.tsx';
import { useQuestionStatistics } from './quizzes.api.ts';

type QuestionStatistics = ResponseOf<typeof quizzesQuestionStatistics>['questions'][number];

const percent = (part: number, whole: number) => `${Math.round((part / whole) * 100)}%`;

/** The wrong options that learners picked, or the wrong answers that they gave, the most frequent first. */
function PickedInstead({ kind, tries, options, otherPicks }: QuestionStatistics) {
  const wrong = options
    .filter(({ isCorrect, picks }) => !isCorrect && picks > 0)
    .sort((one, other) => other.picks - one.picks);
  if (wrong.length === 0 && otherPicks === 0) return '–';
  return (
    <Stack gap={1}>
      {wrong.map(({ option, picks }) => (
        <span key={option}>
          <MixedLanguageText>{option}</MixedLanguageText>
          {` ${percent(picks, tries)}`}
        </span>
      ))}
      {otherPicks === 0 ? null : (
        <Text
          muted
        >{`${kind === 'choice' || kind === 'listening' ? 'Earlier options' : 'Other answers'} ${percent(otherPicks, tries)}`}</Text>
      )}
    </Stack>
  );
}

const columns: readonly Column<QuestionStatistics>[] = [
  {
    id: 'question',
    header: 'Question',
    main: true,
    cell: ({ question }) => (
      <Text>
        <MixedLanguageText>{question}</MixedLanguageText>
      </Text>
    ),
  },
  { id: 'tries', header: 'First tries', align: 'end', cell: ({ tries }) => tries },
  {
    id: 'right',
    header: 'Right',
    align: 'end',
    cell: ({ rightShare }) => (rightShare === null ? '–' : `${Math.round(rightShare)}%`),
  },
  {
    id: 'almost',
    header: 'Almost',
    align: 'end',
    cell: ({ kind, tries, almost }) => (tries === 0 || kind === 'choice' ? '–' : percent(almost, tries)),
  },
  { id: 'instead', header: 'Picked instead', cell: (question) => <PickedInstead {...question} /> },
  {
    id: 'discrimination',
    header: 'Discrimination',
    align: 'end',
    cell: ({ discrimination }) => (discrimination === null ? '–' : discrimination.toFixed(2)),
  },
];

/* The list has no focusable elements, so it is focusable itself to allow scrolling by keyboard. */
const Section = styled.section.attrs({ tabIndex: 0 })``;

/** How learners' first tries went: the hardest question first. */
export function QuestionStatisticsSection({ quizId }: { quizId: number }) {
  const { data, error, refetch, isFetching } = useQuestionStatistics(quizId);
  const failure = listErrorProps('Question statistics', error, refetch);
  if (failure) return <ErrorPanel {...failure} retrying={isFetching} />;
  const shareOf = ({ rightShare }: QuestionStatistics) => rightShare ?? Number.POSITIVE_INFINITY;
  return (
    <Section aria-label="Question statistics">
      <Stack gap={2}>
        <Heading level={3}>Question Statistics</Heading>
        <Text muted size="small">
          {`From first tries of signed-in learners only. Discrimination shows whether learners who do well on the other questions also answer this one correctly: 1 is best, 0 or less means that the question should be checked. It needs ${quizLimits.discriminationLearners} learners who have answered all questions${data ? `; there are ${data.completeLearners}` : ''}.`}
        </Text>
        <DataTable
          caption="Question statistics"
          columns={columns}
          rows={data && [...data.questions].sort((one, other) => shareOf(one) - shareOf(other) || 0)}
          rowKey={({ questionId }) => questionId}
          rowName={({ question }) => question}
          empty={null}
          skeletonRows={3}
        />
      </Stack>
    </Section>
  );
}
