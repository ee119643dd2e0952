import { formatViewAddress } from '@khmer-learning/console-sdk';
import type { Analytics } from '@khmer-learning/contracts';
import {
  Card,
  type Column,
  DataTable,
  formatNumber,
  formatSchoolDay,
  formatSchoolMonth,
  ProgressBar,
  Select,
  Stack,
  Text,
  TextLink,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import styled from 'styled-components';
import { MixedLanguageText } from '../khmer/mixed-language-text.tsx';
import { message, useMessages } from '../messages/messages.ts';
import { formatPercent } from '../quizzes/format-percent.ts';
import { BarChart, type ChartBar } from './bar-chart.tsx';

/** Longer periods have a bar per week. */
const maxDayBars = 62;

const formatUsd = (cents: number) =>
  formatNumber(cents / 100, { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });

const addressOf = (view: string, { item = null, search = '' }: { item?: number | null; search?: string }) =>
  formatViewAddress({ view, list: { search, filters: {}, sort: null, offset: 0 }, item });

const figures = ['activeLearners', 'lessonsOpened', 'lessonsFinished', 'answers', 'tries'] as const;
type Figure = (typeof figures)[number];

const SelectField = styled.div`
  width: 14rem;
  max-width: 100%;
  @media print { display: none; }
`;

/**
 * Learners, lessons and quizzes by day, or by week in a long period.
 * @param onOpen shows the analytics of a bar's days alone
 */
export function ActivityCard({
  data,
  onOpen,
}: {
  data: Analytics;
  onOpen: (from: string, to: string) => void;
}) {
  const t = useMessages();
  const [figure, setFigure] = useState<Figure>('activeLearners');
  const { days, weeks } = data;
  const isDaily = days.length <= maxDayBars;
  const isLearners = figure === 'activeLearners';
  const bars = isDaily
    ? days.map((day): ChartBar => {
        const values = isLearners ? [day.activeLearners - day.newLearners, day.newLearners] : [day[figure]];
        const open = days.length === 1 ? undefined : () => onOpen(day.day, day.day);
        return { key: day.day, label: formatSchoolDay(day.day), values, onOpen: open };
      })
    : weeks.map(({ monday, activeLearners }, place): ChartBar => {
        const next = weeks[place + 1]?.monday ?? '9999';
        const own = days.filter(({ day }) => day >= monday && day < next);
        const sumOf = (name: Exclude<Figure, 'activeLearners'> | 'newLearners') =>
          own.reduce((sum, day) => sum + day[name], 0);
        const values = isLearners
          ? [Math.max(0, activeLearners - sumOf('newLearners')), sumOf('newLearners')]
          : [sumOf(figure)];
        const open = () => onOpen(own[0]?.day ?? monday, own.at(-1)?.day ?? monday);
        return { key: monday, label: formatSchoolDay(monday), values, onOpen: open };
      });
  return (
    <Card title={t(isDaily ? 'analytics.byDay' : 'analytics.byWeek')}>
      <Stack gap={2}>
        <SelectField>
          <Select
            aria-label={t('analytics.figure')}
            value={figure}
            options={figures.map((value) => ({ value, label: t(`analytics.${value}`) }))}
            onValueChange={(value) => setFigure(figures.find((one) => one === value) ?? 'activeLearners')}
          />
        </SelectField>
        <BarChart
          title={t(`analytics.${figure}`)}
          labelHeader={t(isDaily ? 'analytics.day' : 'analytics.week')}
          names={
            isLearners ? [t('analytics.returning'), t('analytics.newLearners')] : [t(`analytics.${figure}`)]
          }
          bars={bars}
          format={(value) => formatNumber(value)}
        />
      </Stack>
    </Card>
  );
}

type Answered = Pick<Analytics['words'][number], 'tries' | 'right' | 'instead'>;

/** How often learners were wrong, and what they answered. */
function answeredColumns<Row extends Answered>(nameOf: (row: Row) => string): Column<Row>[] {
  return [
    {
      id: 'wrong',
      header: message('analytics.wrong'),
      width: '9rem',
      cell: (row) => {
        const share = (100 * (row.tries - row.right)) / row.tries;
        return (
          <Stack gap={1}>
            <span>{formatPercent(share)}</span>
            <ProgressBar label={message('analytics.wrongOf', { name: nameOf(row) })} value={share} />
          </Stack>
        );
      },
    },
    {
      id: 'tries',
      header: message('analytics.firstAnswers'),
      align: 'end',
      cell: ({ tries }) => formatNumber(tries),
    },
    {
      id: 'instead',
      header: message('analytics.instead'),
      cell: ({ instead }) => (
        <Stack gap={1}>
          {instead.map(({ answer, picks }) => (
            <span key={answer}>
              <MixedLanguageText>{answer}</MixedLanguageText>
              {` ×${formatNumber(picks)}`}
            </span>
          ))}
        </Stack>
      ),
    },
  ];
}

/** Words and questions with the most wrong answers, and lessons that learners do not finish. */
export function HardestCards({ data }: { data: Analytics }) {
  const t = useMessages();
  return (
    <>
      <Card title={t('analytics.words')}>
        <Stack gap={2}>
          <Text muted size="small">
            {t('analytics.wordsHint')}
          </Text>
          <DataTable
            caption={t('analytics.words')}
            columns={[
              {
                id: 'word',
                header: t('analytics.word'),
                main: true,
                cell: ({ word }) => (
                  <TextLink href={addressOf('lessons', { search: word })}>
                    <MixedLanguageText>{word}</MixedLanguageText>
                  </TextLink>
                ),
              },
              ...answeredColumns<Analytics['words'][number]>(({ word }) => word),
            ]}
            rows={data.words}
            rowKey={({ word }) => word}
            rowName={({ word }) => word}
            empty={<Text muted>{t('analytics.tooFew')}</Text>}
          />
        </Stack>
      </Card>
      <Card title={t('analytics.questions')}>
        <DataTable
          caption={t('analytics.questions')}
          columns={[
            {
              id: 'question',
              header: t('field.question'),
              main: true,
              cell: ({ quizId, question }) => (
                <TextLink href={addressOf('quizzes', { item: quizId })}>
                  <MixedLanguageText>{question}</MixedLanguageText>
                </TextLink>
              ),
            },
            ...answeredColumns<Analytics['questions'][number]>(({ question }) => question),
          ]}
          rows={data.questions}
          rowKey={({ quizId, questionId }) => `${quizId}/${questionId}`}
          rowName={({ question }) => question}
          empty={<Text muted>{t('analytics.tooFew')}</Text>}
        />
      </Card>
      <Card title={t('analytics.stops')}>
        <DataTable
          caption={t('analytics.stops')}
          columns={[
            {
              id: 'lesson',
              header: t('field.lesson'),
              main: true,
              cell: ({ id, title }) => (
                <TextLink href={addressOf('lessons', { item: id })}>
                  <MixedLanguageText>{title}</MixedLanguageText>
                </TextLink>
              ),
            },
            {
              id: 'opened',
              header: t('analytics.opened'),
              align: 'end',
              cell: ({ opened }) => formatNumber(opened),
            },
            {
              id: 'finished',
              header: t('analytics.finished'),
              align: 'end',
              cell: ({ opened, finished }) =>
                `${formatNumber(finished)} (${formatPercent((100 * finished) / opened)})`,
            },
          ]}
          rows={data.stops}
          rowKey={({ id }) => id}
          rowName={({ title }) => title}
          empty={<Text muted>{t('analytics.tooFew')}</Text>}
        />
      </Card>
    </>
  );
}

/** How many submissions had which points. */
export function ScoresCard({ data }: { data: Analytics }) {
  const t = useMessages();
  return (
    <Card title={t('analytics.scores')}>
      <BarChart
        title={t('analytics.scores')}
        labelHeader={t('analytics.points')}
        names={[t('analytics.tries')]}
        bars={data.scores.map((count, group) => ({
          key: String(group),
          label: group === 9 ? '90–100' : `${group * 10}–${group * 10 + 9}`,
          values: [count],
          href: addressOf('quizzes', {}),
        }))}
        format={(value) => formatNumber(value)}
      />
    </Card>
  );
}

type Course = Analytics['courses'][number];

/** Main lessons, and for admins what was paid by month. */
export function CoursesCard({ data }: { data: Analytics }) {
  const t = useMessages();
  const { months, courses } = data;
  const sales: readonly Column<Course>[] =
    months === undefined
      ? []
      : [
          {
            id: 'purchases',
            header: t('analytics.purchases'),
            align: 'end',
            cell: ({ purchases = 0 }) => formatNumber(purchases),
          },
          {
            id: 'revenue',
            header: t('analytics.revenue'),
            align: 'end',
            cell: ({ revenue = 0 }) => formatUsd(revenue),
          },
          {
            id: 'refunded',
            header: t('analytics.refunded'),
            align: 'end',
            cell: ({ refunded = 0 }) => formatUsd(refunded),
          },
        ];
  const columns: readonly Column<Course>[] = [
    {
      id: 'course',
      header: t('analytics.course'),
      main: true,
      cell: ({ id, title }) => (
        <TextLink href={addressOf('main_lessons', { item: id })}>
          <MixedLanguageText>{title}</MixedLanguageText>
        </TextLink>
      ),
    },
    {
      id: 'learners',
      header: t('analytics.learners'),
      align: 'end',
      cell: ({ learners }) => formatNumber(learners),
    },
    {
      id: 'finished',
      header: t('analytics.finishedShare'),
      align: 'end',
      cell: ({ finishedShare }) => (finishedShare === null ? '–' : formatPercent(finishedShare)),
    },
    ...sales,
  ];
  return (
    <>
      <Card title={t('analytics.courses')}>
        <DataTable
          caption={t('analytics.courses')}
          columns={columns}
          rows={courses}
          rowKey={({ id }) => id}
          rowName={({ title }) => title}
          empty={<Text muted>{t('analytics.nothing')}</Text>}
        />
      </Card>
      {months === undefined ? null : (
        <Card title={t('analytics.revenueByMonth')}>
          <BarChart
            title={t('analytics.revenueByMonth')}
            labelHeader={t('analytics.month')}
            names={[t('analytics.revenue'), t('analytics.refunded')]}
            bars={months.map(({ month, revenue, refunded }) => ({
              key: month,
              label: formatSchoolMonth(month),
              values: [revenue, refunded],
              href: addressOf('purchase_history', {}),
            }))}
            format={formatUsd}
          />
        </Card>
      )}
    </>
  );
}
