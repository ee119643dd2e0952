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

/** What is to come (spec 2.5), and until then the figures of every quiz as a file. */
export function AnalyticsView() {
  const api = useApi();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.call(quizzesList, { query: {} }),
    onSuccess(quizzes) {
      const today = new Date().toISOString().slice(0, 10);
      downloadBlob(createQuizReportCsv(quizzes), `quiz-report-${today}.csv`);
    },
    onError(error) {
      // The end of the session has a dialog of its own.
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
          hint="What learners made of a quiz is in its details. A report has the figures of every quiz, for a spreadsheet."
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
