import { byteOrderMark, escapeCsvFormula, type Quiz } from '@khmer-learning/contracts';

const columns = [
  'Quiz ID',
  'Title',
  'Lesson',
  'Status',
  'Questions',
  'Submissions',
  'Completion rate (%)',
  'Average score (%)',
] as const;

/** Builds a CSV report of quiz results for spreadsheets (RFC 4180, UTF-8 with a byte order mark). */
export function createQuizReportCsv(quizzes: readonly Quiz[]): Blob {
  const rows = quizzes.map(({ id, title, lessonTitle, status, questions, analytics }) => [
    id,
    title,
    lessonTitle ?? '',
    status,
    questions.length,
    analytics.completions,
    analytics.completionRate ?? '',
    analytics.averageScore ?? '',
  ]);
  const lines = [columns, ...rows].map((row) => row.map(csvCell).join(','));
  return new Blob([byteOrderMark, ...lines.map((line) => `${line}\r\n`)], { type: 'text/csv;charset=utf-8' });
}

function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  return `"${escapeCsvFormula(value).replaceAll('"', '""')}"`;
}
