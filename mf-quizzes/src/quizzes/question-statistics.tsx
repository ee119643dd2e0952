import { listErrorProps } from '@khmer-learning/console-kit';
import type { quizzes, ResponseOf } from '@khmer-learning/contracts';
import {
  type Column,
  DataTable,
  ErrorPanel,
  formatNumber,
  Heading,
  Stack,
  Text,
} from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { MixedLanguageText } from '../khmer/mixed-language-text.tsx';
import { message, useMessages } from '../messages/messages.ts';
import { formatPercent } from './quiz-labels.ts';
import { useQuestionStatistics } from './quizzes.api.ts';

type QuestionStatistics = ResponseOf<typeof quizzes.questionStatistics>['questions'][number];

const formatShare = (part: number, whole: number) => formatPercent((part / whole) * 100);

/** The wrong options that learners picked, or the wrong answers that they gave, the most frequent first. */
function PickedInstead({ kind, tries, options, otherPicks }: QuestionStatistics) {
  const t = useMessages();
  const wrong = options
    .filter(({ isCorrect, picks }) => !isCorrect && picks > 0)
    .sort((one, other) => other.picks - one.picks);
  if (wrong.length === 0 && otherPicks === 0) return '–';
  return (
    <Stack gap={1}>
      {wrong.map(({ option, picks }) => (
        <span key={option}>
          <MixedLanguageText>{option}</MixedLanguageText>
          {` ${formatShare(picks, tries)}`}
        </span>
      ))}
      {otherPicks === 0 ? null : (
        <Text muted>
          {t(
            kind === 'choice' || kind === 'listening'
              ? 'questionStatistics.earlierOptions'
              : 'questionStatistics.otherAnswers',
            { share: formatShare(otherPicks, tries) },
          )}
        </Text>
      )}
    </Stack>
  );
}

const columns = (): readonly Column<QuestionStatistics>[] => [
  {
    id: 'question',
    header: message('field.question'),
    main: true,
    cell: ({ question }) => (
      <Text>
        <MixedLanguageText>{question}</MixedLanguageText>
      </Text>
    ),
  },
  {
    id: 'tries',
    header: message('questionStatistics.tries'),
    align: 'end',
    cell: ({ tries }) => formatNumber(tries),
  },
  {
    id: 'right',
    header: message('questionStatistics.right'),
    align: 'end',
    cell: ({ rightShare }) => (rightShare === null ? '–' : formatPercent(rightShare)),
  },
  {
    id: 'almost',
    header: message('questionStatistics.almost'),
    align: 'end',
    cell: ({ kind, tries, almost }) => (tries === 0 || kind === 'choice' ? '–' : formatShare(almost, tries)),
  },
  {
    id: 'instead',
    header: message('questionStatistics.pickedInstead'),
    cell: (question) => <PickedInstead {...question} />,
  },
];

/* The list has no focusable elements, so it is focusable itself to allow scrolling by keyboard. */
const Section = styled.section.attrs({ tabIndex: 0 })``;

/** How learners' first tries went: the hardest question first. */
export function QuestionStatisticsSection({ quizId }: { quizId: number }) {
  const t = useMessages();
  const { data, error, refetch, isFetching } = useQuestionStatistics(quizId);
  const failure = listErrorProps(t('questionStatistics.subject'), error, refetch);
  if (failure) return <ErrorPanel {...failure} retrying={isFetching} />;
  const shareOf = ({ rightShare }: QuestionStatistics) => rightShare ?? Number.POSITIVE_INFINITY;
  return (
    <Section aria-label={t('questionStatistics.subject')}>
      <Stack gap={2}>
        <Heading level={3}>{t('questionStatistics.title')}</Heading>
        <Text muted size="small">
          {t('questionStatistics.hint')}
        </Text>
        <DataTable
          caption={t('questionStatistics.subject')}
          columns={columns()}
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
