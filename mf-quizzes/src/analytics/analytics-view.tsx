import { downloadBlob, listErrorProps, useApiQuery } from '@khmer-learning/console-kit';
import {
  isSessionEndError,
  useApi,
  useHeaderAction,
  userMessageOf,
  useViewState,
} from '@khmer-learning/console-sdk';
import {
  type Analytics,
  analyticsGet,
  analyticsLimits,
  quizzes as quizEndpoints,
} from '@khmer-learning/contracts';
import {
  Button,
  Card,
  CardGrid,
  DownloadIcon,
  EmptyState,
  ErrorPanel,
  formatNumber,
  Inline,
  Select,
  Stack,
  StatCard,
  StatCardSkeleton,
  TextInput,
  toast,
  toSchoolClockTime,
  ViewBody,
} from '@khmer-learning/ui-kit';
import { useMutation } from '@tanstack/react-query';
import styled from 'styled-components';
import { z } from 'zod';
import { useMessages } from '../messages/messages.ts';
import { formatPercent } from '../quizzes/quiz-labels.ts';
import { ActivityCard, CoursesCard, HardestCards, ScoresCard } from './analytics-cards.tsx';
import { createAnalyticsCsv, createQuizReportCsv } from './analytics-csv.ts';

const periods = ['7', '30', '90', '365', 'own'] as const;
const periodSchema = z.object({ period: z.enum(periods), from: z.string(), to: z.string() });
type Period = z.infer<typeof periodSchema>;

const dayMs = 24 * 60 * 60_000;
const dayBefore = (days: number) => toSchoolClockTime(new Date(Date.now() - days * dayMs)).day;

/** The days of the period; undefined while an own one is not complete. */
function daysOf({ period, from, to }: Period): { from: string; to: string } | undefined {
  if (period !== 'own') return { from: dayBefore(Number(period) - 1), to: dayBefore(0) };
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  return days >= 1 && days <= analyticsLimits.days ? { from, to } : undefined;
}

const Controls = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.75rem;

  & > :first-child { width: 12rem; }
  & > input { width: 10rem; }
  @media print { display: none; }
`;

/** What learners do and find hard in a period; a school without learners has a report of its quizzes. */
export function AnalyticsView() {
  const t = useMessages();
  const api = useApi();
  const [period, setPeriod] = useViewState('period', periodSchema, {
    period: '30',
    from: dayBefore(29),
    to: dayBefore(0),
  });
  const days = daysOf(period);
  const analytics = useApiQuery(analyticsGet, {
    queryKey: ['analytics', days?.from, days?.to],
    request: { query: days ?? {} },
    enabled: days !== undefined,
    staleTime: 0,
    placeholderData: (previous) => previous,
  });
  const { data } = analytics;
  const report = useMutation({
    mutationFn: () => api.call(quizEndpoints.list, { query: {} }),
    onSuccess: (quizzes) => downloadBlob(createQuizReportCsv(quizzes), `quiz-report-${dayBefore(0)}.csv`),
    onError(error) {
      // A session-end error already opens its own dialog.
      if (!isSessionEndError(error)) toast.error(userMessageOf(error, t('analytics.failed')));
    },
  });
  const generate = () => {
    if (!report.isPending) report.mutate();
  };
  useHeaderAction(generate);
  const reportButton = (
    <Button
      icon={<DownloadIcon aria-hidden="true" />}
      loading={report.isPending}
      loadingLabel={t('analytics.generating')}
      onClick={generate}
    >
      {t('analytics.report')}
    </Button>
  );
  const failure = listErrorProps(t('analytics.subject'), analytics.error, analytics.refetch);
  if (failure && data === undefined) return <ErrorPanel {...failure} retrying={analytics.isFetching} />;
  if (data?.hasLearners === false)
    return (
      <ViewBody>
        <Card>
          <EmptyState title={t('analytics.comingSoon')} hint={t('analytics.hint')} action={reportButton} />
        </Card>
      </ViewBody>
    );
  return (
    <ViewBody>
      <Controls>
        <div>
          <Select
            aria-label={t('analytics.period')}
            value={period.period}
            options={periods.map((value) => ({
              value,
              label: value === 'own' ? t('analytics.own') : t('analytics.lastDays', { days: Number(value) }),
            }))}
            onValueChange={(value) =>
              setPeriod(
                { ...period, period: periodSchema.shape.period.catch('30').parse(value) },
                { mode: 'push' },
              )
            }
          />
        </div>
        {period.period !== 'own'
          ? null
          : (['from', 'to'] as const).map((name) => (
              <TextInput
                key={name}
                type="date"
                aria-label={name === 'from' ? t('analytics.from') : t('analytics.to')}
                value={period[name]}
                max={dayBefore(0)}
                onChange={({ target }) => setPeriod({ ...period, [name]: target.value })}
              />
            ))}
        <Inline gap={2}>
          <Button
            disabled={data === undefined}
            onClick={() =>
              data && downloadBlob(createAnalyticsCsv(data), `analytics-${data.from}-${data.to}.csv`)
            }
          >
            {t('analytics.csv')}
          </Button>
          <Button onClick={() => window.print()}>{t('analytics.print')}</Button>
          {reportButton}
        </Inline>
      </Controls>
      {days === undefined ? (
        <p role="alert">{t('analytics.wrongPeriod', { days: analyticsLimits.days })}</p>
      ) : null}
      {data === undefined ? (
        <Loading />
      ) : (
        <Figures
          data={data}
          onOpen={(from, to) => setPeriod({ period: 'own', from, to }, { mode: 'push' })}
        />
      )}
    </ViewBody>
  );
}

const cardWidth = 'min(13.5rem, 42vw)';

function Loading() {
  return (
    <CardGrid minColumnWidth={cardWidth}>
      <StatCardSkeleton />
      <StatCardSkeleton />
      <StatCardSkeleton />
      <StatCardSkeleton />
    </CardGrid>
  );
}

function Figures({ data, onOpen }: { data: Analytics; onOpen: (from: string, to: string) => void }) {
  const t = useMessages();
  const { totals, totalsBefore, days } = data;
  const passRate = ({ tries, passed }: Analytics['totals']) =>
    tries === 0 ? '–' : formatPercent((100 * passed) / tries);
  const figures = (['newLearners', 'lessonsOpened', 'lessonsFinished', 'answers', 'tries'] as const).map(
    (name) => ({
      label: t(`analytics.${name}`),
      value: formatNumber(totals[name]),
      before: formatNumber(totalsBefore[name]),
    }),
  );
  const activeDays =
    days.reduce((sum, { activeLearners }) => sum + activeLearners, 0) / Math.max(1, days.length);
  return (
    <Stack gap={4}>
      <CardGrid minColumnWidth={cardWidth}>
        <StatCard
          label={t('analytics.activePerDay')}
          value={formatNumber(activeDays, { maximumFractionDigits: 1 })}
        />
        {[
          ...figures,
          { label: t('analytics.passRate'), value: passRate(totals), before: passRate(totalsBefore) },
        ].map(({ label, value, before }) => (
          <StatCard
            key={label}
            label={label}
            value={value}
            detail={t('analytics.before', { value: before })}
          />
        ))}
        <StatCard
          label={t('analytics.recordedWords')}
          value={formatNumber(data.recordedWords)}
          detail={t('analytics.ofWords', { words: formatNumber(data.wordCount) })}
        />
        {data.purchasesPer100 === undefined ? null : (
          <StatCard
            label={t('analytics.purchasesPer100')}
            value={data.purchasesPer100 === null ? '–' : formatNumber(data.purchasesPer100)}
          />
        )}
      </CardGrid>
      <ActivityCard data={data} onOpen={onOpen} />
      <HardestCards data={data} />
      <ScoresCard data={data} />
      <CoursesCard data={data} />
    </Stack>
  );
}
