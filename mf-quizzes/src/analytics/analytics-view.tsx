import {
  downloadBlob,
  isSessionEndError,
  useApi,
  useHeaderAction,
  userMessageOf,
} from '@khmer-learning/console-sdk';
import { quizzesList } from '@khmer-learning/contracts';
import { Button, Card, DownloadIcon, EmptyState, toast, ViewBody } from '@khmer-learning/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { createQuizReportCsv } from './quiz-report.ts';

/** The analytics placeholder (spec 2.5), with a CSV report of all quizzes. */
export function AnalyticsView() {
  const api = useApi();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.call(quizzesList, { query: {} }),
    onSuccess(quizzes) {
      const today = new Date().toISOString().slice(0, 10);
      downloadBlob(createQuizReportCsv(quizzes), `quiz-report-${today}.csv`);
    },
    onError(error) {
      // A session-end error already opens its own dialog.
      if (!isSessionEndError(error)) toast.error(userMessageOf(error, 'Failed to generate the report'));
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
          title="Analytics feature coming soon..."
          hint="View a quiz to see its results. The report lists the results of all quizzes as a CSV file."
          action={
            <Button
              icon={<DownloadIcon aria-hidden="true" />}
              loading={isPending}
              loadingLabel="Generating..."
              onClick={generate}
            >
              Quiz report (CSV)
            </Button>
          }
        />
      </Card>
    </ViewBody>
  );
}
