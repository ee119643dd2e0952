import { useCallback } from 'react';
import type { BackgroundTask, RunningTask } from './background-task-store.ts';
import { useConsole, useViewId } from './console-context.ts';

/** What a view tells about a task that it starts. */
export type NewBackgroundTask = Pick<BackgroundTask, 'label' | 'total' | 'show'>;

/**
 * Starts tasks that go on when this view is left. Until a task ends, the console shows its progress with a way back to
 * this view, and the browser asks before the page is closed.
 * @returns a function that starts a task; call `progress` of its result for each step, and `end` at last
 */
export function useBackgroundTasks(): (task: NewBackgroundTask) => RunningTask {
  const { backgroundTasks } = useConsole('useBackgroundTasks');
  const view = useViewId('useBackgroundTasks');
  return useCallback((task) => backgroundTasks.start({ ...task, view }), [backgroundTasks, view]);
}
