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
import { type ComponentProps, useState } from 'react';
import styled from 'styled-components';
import { MixedLanguageText } from '../khmer/mixed-language-text.tsx';
import { message, useMessages } from '../messages/messages.ts';
import { formatPercent } from '../quizzes/quiz-labels.ts';
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

/** Learners, lessons and quizzes by day, or by week in a long period. @param onOpen shows the analytics of a bar's days alone */
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

const linkColumn = <Row,>(
  id: string,
  header: string,
  textOf: (row: Row) => string,
  addressOfRow: (row: Row) => string,
): Column<Row> => ({
  id,
  header,
  main: true,
  cell: (row) => (
    <TextLink href={addressOfRow(row)}>
      <MixedLanguageText>{textOf(row)}</MixedLanguageText>
    </TextLink>
  ),
});

const numberColumn = <Row,>(id: string, header: string, cell: (row: Row) => string): Column<Row> => ({
  id,
  header,
  align: 'end',
  cell,
});

function answeredColumns<Row extends Pick<Analytics['words'][number], 'tries' | 'right' | 'instead'>>(
  nameOf: (row: Row) => string,
): Column<Row>[] {
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
    numberColumn('tries', message('analytics.firstAnswers'), ({ tries }) => formatNumber(tries)),
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

type TableProps<Row> = Pick<
  ComponentProps<typeof DataTable<Row, string | number>>,
  'columns' | 'rowKey' | 'rowName'
>;

function TableCard<Row>({
  title,
  hint,
  empty,
  ...table
}: TableProps<Row> & { title: string; rows: readonly Row[]; hint?: string; empty: string }) {
  return (
    <Card title={title}>
      <Stack gap={2}>
        {hint === undefined ? null : (
          <Text muted size="small">
            {hint}
          </Text>
        )}
        <DataTable {...table} caption={title} empty={<Text muted>{empty}</Text>} />
      </Stack>
    </Card>
  );
}

/** Words and questions with the most wrong answers, and lessons that learners do not finish. */
export function HardestCards({ data: { words, questions, stops } }: { data: Analytics }) {
  const t = useMessages();
  const wordOf = ({ word }: (typeof words)[number]) => word;
  const questionOf = ({ question }: (typeof questions)[number]) => question;
  const titleOf = ({ title }: (typeof stops)[number]) => title;
  const empty = t('analytics.tooFew');
  return (
    <>
      <TableCard
        title={t('analytics.words')}
        hint={t('analytics.wordsHint')}
        columns={[
          linkColumn('word', t('analytics.word'), wordOf, ({ word }) =>
            addressOf('lessons', { search: word }),
          ),
          ...answeredColumns(wordOf),
        ]}
        rows={words}
        rowKey={wordOf}
        rowName={wordOf}
        empty={empty}
      />
      <TableCard
        title={t('analytics.questions')}
        columns={[
          linkColumn('question', t('field.question'), questionOf, ({ quizId }) =>
            addressOf('quizzes', { item: quizId }),
          ),
          ...answeredColumns(questionOf),
        ]}
        rows={questions}
        rowKey={({ quizId, questionId }) => `${quizId}/${questionId}`}
        rowName={questionOf}
        empty={empty}
      />
      <TableCard
        title={t('analytics.stops')}
        columns={[
          linkColumn('lesson', t('field.lesson'), titleOf, ({ id }) => addressOf('lessons', { item: id })),
          numberColumn('opened', t('analytics.opened'), ({ opened }: Stop) => formatNumber(opened)),
          numberColumn(
            'finished',
            t('analytics.finished'),
            ({ opened, finished }: Stop) =>
              `${formatNumber(finished)} (${formatPercent((100 * finished) / opened)})`,
          ),
        ]}
        rows={stops}
        rowKey={({ id }) => id}
        rowName={titleOf}
        empty={empty}
      />
    </>
  );
}

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

type Stop = Analytics['stops'][number];
type Course = Analytics['courses'][number];

export function CoursesCard({ data: { months, courses } }: { data: Analytics }) {
  const t = useMessages();
  const titleOf = ({ title }: Course) => title;
  const sales: readonly Column<Course>[] = [
    numberColumn('purchases', t('analytics.purchases'), ({ purchases = 0 }) => formatNumber(purchases)),
    numberColumn('revenue', t('analytics.revenue'), ({ revenue = 0 }) => formatUsd(revenue)),
    numberColumn('refunded', t('analytics.refunded'), ({ refunded = 0 }) => formatUsd(refunded)),
  ];
  return (
    <>
      <TableCard
        title={t('analytics.courses')}
        columns={[
          linkColumn('course', t('analytics.course'), titleOf, ({ id }) =>
            addressOf('main_lessons', { item: id }),
          ),
          numberColumn('learners', t('analytics.learners'), ({ learners }: Course) => formatNumber(learners)),
          numberColumn('finished', t('analytics.finishedShare'), ({ finishedShare }: Course) =>
            finishedShare === null ? '–' : formatPercent(finishedShare),
          ),
          ...(months === undefined ? [] : sales),
        ]}
        rows={courses}
        rowKey={({ id }) => id}
        rowName={titleOf}
        empty={t('analytics.nothing')}
      />
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
