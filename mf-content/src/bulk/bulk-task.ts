import type { LessonSummary } from '@khmer-learning/contracts';
import type { BulkRun } from './bulk-run.ts';
import type { LessonAction } from './lesson-actions.ts';

/** A bulk action, from its question to its last result. */
export interface BulkTask {
  readonly action: LessonAction;
  readonly lessons: readonly LessonSummary[];
  readonly run: BulkRun<LessonSummary>;
  /** The dialog is open; otherwise the task goes on in the background. */
  readonly isShown: boolean;
}

/* Outside of the view, because a task goes on when the view is left. */
let current: BulkTask | null = null;
const listeners = new Set<() => void>();

function set(next: BulkTask | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** The one bulk action of this page. */
export const bulkTask = {
  current: (): BulkTask | null => current,
  begin: (task: BulkTask): void => set(task),
  show: (isShown: boolean): void => {
    if (current !== null && current.isShown !== isShown) set({ ...current, isShown });
  },
  close: (): void => set(null),
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
