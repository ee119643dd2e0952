import { type Analytics, byteOrderMark, escapeCsvFormula, type Quiz } from '@khmer-learning/contracts';
import { message } from '../messages/messages.ts';

type Cell = string | number;

/** A file for spreadsheets (RFC 4180, UTF-8 with a byte order mark). */
function createCsv(rows: readonly (readonly Cell[])[]): Blob {
  const lines = rows.map((row) => row.map(csvCell).join(','));
  return new Blob([byteOrderMark, ...lines.map((line) => `${line}\r\n`)], { type: 'text/csv;charset=utf-8' });
}

function csvCell(value: Cell): string {
  if (typeof value === 'number') return String(value);
  return `"${escapeCsvFormula(value).replaceAll('"', '""')}"`;
}

export function createQuizReportCsv(quizzes: readonly Quiz[]): Blob {
  return createCsv([
    [
      message('quizReport.id'),
      message('field.title'),
      message('field.lesson'),
      message('field.status'),
      message('quizReport.questions'),
      message('quizReport.submissions'),
      message('quizReport.completionRate'),
      message('quizReport.averageScore'),
    ],
    ...quizzes.map(({ id, title, lessonTitle, status, questions, analytics }) => [
      id,
      title,
      lessonTitle ?? '',
      status,
      questions.length,
      analytics.completions,
      analytics.completionRate ?? '',
      analytics.averageScore ?? '',
    ]),
  ]);
}

const dayColumns = [
  ...(['day', 'activeLearners', 'newLearners', 'lessonsOpened', 'lessonsFinished'] as const),
  ...(['answers', 'tries', 'passed'] as const),
];

export function createAnalyticsCsv(data: Analytics): Blob {
  const instead = (answers: Analytics['words'][number]['instead']) =>
    answers.map(({ answer, picks }) => `${answer} (${picks})`).join('; ');
  const dollars = (cents: number | undefined) => (cents === undefined ? '' : cents / 100);
  return createCsv([
    dayColumns.map((name) => message(`analytics.${name}`)),
    ...data.days.map((day) => dayColumns.map((name) => day[name])),
    [],
    [message('analytics.words'), ...answerHeaders()],
    ...data.words.map((row) => [row.word, row.tries, row.right, instead(row.instead)]),
    [],
    [message('analytics.questions'), ...answerHeaders()],
    ...data.questions.map((row) => [row.question, row.tries, row.right, instead(row.instead)]),
    [],
    [message('analytics.stops'), message('analytics.opened'), message('analytics.finished')],
    ...data.stops.map(({ title, opened, finished }) => [title, opened, finished]),
    [],
    [
      message('analytics.courses'),
      message('analytics.learners'),
      message('analytics.finishedShare'),
      message('analytics.purchases'),
      message('analytics.revenue'),
      message('analytics.refunded'),
    ],
    ...data.courses.map((course) => [
      course.title,
      course.learners,
      course.finishedShare ?? '',
      course.purchases ?? '',
      dollars(course.revenue),
      dollars(course.refunded),
    ]),
    [],
    ...(data.months === undefined
      ? []
      : [
          [
            message('analytics.month'),
            message('analytics.purchases'),
            message('analytics.revenue'),
            message('analytics.refunded'),
          ],
          ...data.months.map(({ month, purchases, revenue, refunded }) => [
            month,
            purchases,
            dollars(revenue),
            dollars(refunded),
          ]),
        ]),
  ]);
}

const answerHeaders = () => [
  message('analytics.firstAnswers'),
  message('analytics.right'),
  message('analytics.instead'),
];
