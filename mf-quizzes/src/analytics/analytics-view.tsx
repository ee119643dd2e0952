import { downloadBlob } from '@khmer-learning/console-kit';
import { isSessionEndError, useApi, useHeaderAction, userMessageOf } from '@khmer-learning/console-sdk';
import {
  byteOrderMark,
  escapeCsvFormula,
  type Quiz,
  quizzes as quizEndpoints,
} from '@khmer-learning/contracts';
import { Button, Card, DownloadIcon, EmptyState, toast, ViewBody } from '@khmer-learning/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { message, useMessages } from '../messages/messages.ts';

/** The analytics placeholder, with a CSV report of all quizzes. */
export function AnalyticsView() {
  const t = useMessages();
  const api = useApi();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.call(quizEndpoints.list, { query: {} }),
    onSuccess(quizzes) {
      const today = new Date().toISOString().slice(0, 10);
      downloadBlob(createQuizReportCsv(quizzes), `quiz-report-${today}.csv`);
    },
    onError(error) {
      // A session-end error already opens its own dialog.
      if (!isSessionEndError(error)) toast.error(userMessageOf(error, t('analytics.failed')));
    },
  });
  const generate = () => {
    if (!isPending) mutate();
  };
  useHeaderAction(generate);

  return (
    <ViewBody>
      <Card>
        <EmptyState
          title={t('analytics.comingSoon')}
          hint={t('analytics.hint')}
          action={
            <Button
              icon={<DownloadIcon aria-hidden="true" />}
              loading={isPending}
              loadingLabel={t('analytics.generating')}
              onClick={generate}
            >
              {t('analytics.report')}
            </Button>
          }
        />
      </Card>
    </ViewBody>
  );
}

const columns = () => [
  message('quizReport.id'),
  message('quizReport.title'),
  message('quizReport.lesson'),
  message('quizReport.status'),
  message('quizReport.questions'),
  message('quizReport.submissions'),
  message('quizReport.completionRate'),
  message('quizReport.averageScore'),
];

/** Builds a CSV report of quiz results for spreadsheets (RFC 4180, UTF-8 with a byte order mark). */
function createQuizReportCsv(quizzes: readonly Quiz[]): Blob {
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
  const lines = [columns(), ...rows].map((row) => row.map(csvCell).join(','));
  return new Blob([byteOrderMark, ...lines.map((line) => `${line}\r\n`)], { type: 'text/csv;charset=utf-8' });
}

function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  return `"${escapeCsvFormula(value).replaceAll('"', '""')}"`;
}
