import { useAnnounceChanges, useApi, useBackgroundTasks, useNavigation } from '@khmer-learning/console-sdk';
import type { LessonSummary } from '@khmer-learning/contracts';
import { toast } from '@khmer-learning/ui-kit';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { contentEntities } from '../content-query-keys.ts';
import { message } from '../messages/messages.ts';
import { type BulkProgress, createBulkRun } from './bulk-run.ts';
import { bulkTask } from './bulk-task.ts';
import type { LessonAction } from './lesson-actions.ts';

/** How many failures a notice names. */
const maxNamedFailures = 3;

/** `Deleted 5 of 6 lessons. Failed: “At the market”.` */
function describeUnfinished(
  action: LessonAction,
  { done, failures, notStarted }: BulkProgress<LessonSummary>,
): string {
  const total = done.length + failures.length + notStarted.length;
  const named = failures.slice(0, maxNamedFailures).map(({ item }) => `“${item.title}”`);
  const titles = named.join(', ');
  const others = failures.length - named.length;
  const failed =
    others === 0
      ? message('bulkTask.failed', { titles })
      : message('bulkTask.failedMore', { titles, count: others });
  return [
    message('bulkTask.doneOfLessons', { action: action.name, done: done.length, total }),
    failures.length === 0 ? '' : failed,
    notStarted.length === 0 ? '' : message('bulkTask.notStarted', { count: notStarted.length }),
  ]
    .filter(Boolean)
    .join(' ');
}

/**
 * The bulk action of this page, and a function that begins one. It goes on when its dialog is hidden or the view is
 * left: then a notice says at the end what was done and what failed.
 */
export function useBulkTask({ onDeselect }: { onDeselect: (id: number) => void }) {
  const api = useApi();
  const announceChanges = useAnnounceChanges();
  const startTask = useBackgroundTasks();
  const { openView, currentView } = useNavigation();
  const task = useSyncExternalStore(bulkTask.subscribe, bulkTask.current);
  const isMounted = useRef(false);
  const offeredToast = useRef<number | null>(null);
  useEffect(() => {
    isMounted.current = true;
    // Whoever comes back sees what they left.
    bulkTask.show(true);
    return () => {
      isMounted.current = false;
      // What is undone is shown in this view.
      toast.dismiss(offeredToast.current ?? 0);
      if (bulkTask.current()?.run.progress().phase !== 'running') bulkTask.close();
    };
  }, []);

  const offerUndo = ({ undo }: LessonAction, description: string, done: readonly LessonSummary[]) => {
    const content = { tone: 'success', title: message('bulkTask.success'), description } as const;
    if (undo === undefined) {
      toast.show(content);
      return;
    }
    const onSelect = () => begin(undo, done, true);
    offeredToast.current = toast.show({ ...content, action: { label: message('bulkTask.undo'), onSelect } });
  };

  const begin = (action: LessonAction, lessons: readonly LessonSummary[], startsAtOnce = false) => {
    const show = () => bulkTask.show(true);
    const showView = async () => {
      await openView(currentView);
      show();
    };
    /** The lessons that are published, but not seen by learners. */
    const hidden = new Set<number>();
    let background: ReturnType<typeof startTask> | undefined;
    const onEnd = (progress: BulkProgress<LessonSummary>) => {
      background?.end();
      announceChanges(contentEntities);
      const isComplete = progress.failures.length === 0 && progress.notStarted.length === 0;
      const isWatched = isMounted.current && bulkTask.current()?.isShown === true;
      if (isComplete) {
        bulkTask.close();
        const saved = message('bulkAction.succeeded', { action: action.name, count: lessons.length });
        const description =
          hidden.size === 0 ? saved : message('bulkAction.hidden', { saved, count: hidden.size });
        if (isMounted.current) offerUndo(action, description, lessons);
        else toast.success(description);
      } else if (!isWatched) {
        toast.show({
          tone: 'error',
          title: message('bulkTask.error'),
          description: describeUnfinished(action, progress),
          action: { label: message('bulkTask.show'), onSelect: () => void showView() },
        });
      }
    };
    const run = createBulkRun({
      items: lessons,
      call: async (lesson) => {
        const saved = await action.call(api, lesson);
        if (saved?.hiddenBy) hidden.add(lesson.id);
      },
      failure: action.failure,
      onStart: () => {
        background = startTask({
          label: message('bulkAction.progress', { action: action.name }),
          total: lessons.length,
          show,
        });
      },
      onDone: ({ id }, finished) => {
        background?.progress(finished);
        onDeselect(id);
      },
      onEnd,
    });
    bulkTask.begin({ action, lessons, run, isShown: true });
    if (startsAtOnce) run.start();
  };

  return { task, begin, offerUndo };
}
