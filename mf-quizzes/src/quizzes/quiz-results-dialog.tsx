import { ItemAuditLog, listErrorProps } from '@khmer-learning/console-kit';
import type { Quiz, quizzes, ResponseOf } from '@khmer-learning/contracts';
import {
  type Column,
  color,
  DataTable,
  Dialog,
  ErrorPanel,
  fontSize,
  fontWeight,
  formatNumber,
  ProgressBar,
  Skeleton,
  Stack,
  StatusBadge,
  space,
  Text,
} from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { MixedLanguageText } from '../khmer/mixed-language-text.tsx';
import { message, useMessages } from '../messages/messages.ts';
import { LessonLine } from './lesson-line.tsx';
import { QuestionStatisticsSection } from './question-statistics.tsx';
import { formatPercent } from './quiz-labels.ts';
import { useQuizAnalytics } from './quizzes.api.ts';

type Analytics = ResponseOf<typeof quizzes.analytics>;
type QuestionResult = Analytics['questions'][number];

const formatResult = (share: number | null) => (share === null ? '-' : formatPercent(share));

const columns = (): readonly Column<QuestionResult>[] => [
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
    id: 'answers',
    header: message('analytics.answers'),
    width: '6rem',
    cell: ({ answers }) => formatNumber(answers),
  },
  {
    id: 'right',
    header: message('quizResults.correctAnswers'),
    width: '11rem',
    cell: ({ question, rightShare }) => (
      <Stack gap={1}>
        <span>{formatResult(rightShare)}</span>
        {rightShare === null ? null : (
          <ProgressBar label={message('quizResults.correctAnswersTo', { question })} value={rightShare} />
        )}
      </Stack>
    ),
  },
];

const StatList = styled.dl`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(3)} ${space(8)};

  & dt { color: ${color('textMuted')}; font-size: ${fontSize.small}; }
  & dd { font-size: ${fontSize.heading}; font-weight: ${fontWeight.semibold}; font-variant-numeric: tabular-nums; }
`;

function summaryStats(analytics: Analytics | undefined) {
  return [
    { term: message('quizResults.completions'), value: analytics && formatNumber(analytics.completions) },
    { term: message('quizResults.averageScore'), value: analytics && formatResult(analytics.averageScore) },
    {
      term: message('quizResults.completionRate'),
      value: analytics && formatResult(analytics.completionRate),
    },
  ];
}

/* The list has no focusable elements, so it is focusable itself to allow scrolling by keyboard. */
const Questions = styled.section.attrs({ tabIndex: 0 })``;

export function QuizResultsDialog({ quiz, onClose }: { quiz: Quiz; onClose: () => void }) {
  const t = useMessages();
  const analytics = useQuizAnalytics(quiz.id);
  const failure = listErrorProps(t('quizResults.subject'), analytics.error, analytics.refetch);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={quiz.title}
      description={<MixedLanguageText>{quiz.description}</MixedLanguageText>}
      size="large"
      headerEnd={<StatusBadge status={quiz.status} />}
    >
      <Stack gap={6}>
        {failure === undefined ? (
          <QuizResults quiz={quiz} analytics={analytics.data} />
        ) : (
          <ErrorPanel {...failure} retrying={analytics.isFetching} />
        )}
        <QuestionStatisticsSection quizId={quiz.id} />
      </Stack>
      <ItemAuditLog entity="quiz" entityId={quiz.id} />
    </Dialog>
  );
}

function QuizResults({ quiz, analytics }: { quiz: Quiz; analytics: Analytics | undefined }) {
  const t = useMessages();
  return (
    <Stack gap={4}>
      {quiz.lessonTitle === null ? null : (
        <Text muted>
          <LessonLine title={quiz.lessonTitle} />
        </Text>
      )}
      <StatList aria-busy={analytics === undefined}>
        {summaryStats(analytics).map(({ term, value }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value ?? <Skeleton width="3rem" height="1.5rem" />}</dd>
          </div>
        ))}
      </StatList>
      {analytics?.completions === 0 ? <Text muted>{t('quizResults.none')}</Text> : null}
      <Questions aria-label={t('label.questions')}>
        <DataTable
          caption={t('label.questions')}
          columns={columns()}
          rows={analytics?.questions}
          rowKey={({ questionId }) => questionId}
          rowName={({ question }) => question}
          empty={null}
          skeletonRows={3}
        />
      </Questions>
    </Stack>
  );
}
