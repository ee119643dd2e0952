/** Work that goes on when its view is left, such as a bulk action. */
export interface BackgroundTask {
  /** `Deleting lessons`. */
  readonly label: string;
  /** The view that shows the task. */
  readonly view: string;
  /** How many of `total` steps are done. */
  readonly done: number;
  readonly total: number;
  /** Shows the task in its view, which is open. */
  readonly show: () => void;
}

/** The running task, as its view reports it. */
export interface RunningTask {
  progress(done: number): void;
  end(): void;
}

/** The tasks that are running. While there is one, the browser asks before the page is closed. */
export type BackgroundTaskStore = ReturnType<typeof createBackgroundTaskStore>;

/** Creates the store of one console. */
export function createBackgroundTaskStore() {
  const listeners = new Set<() => void>();
  const tasks = new Map<symbol, BackgroundTask>();
  let list: readonly BackgroundTask[] = [];
  const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();

  function publish(): void {
    list = [...tasks.values()];
    if (list.length > 0) window.addEventListener('beforeunload', preventUnload);
    else window.removeEventListener('beforeunload', preventUnload);
    for (const listener of listeners) listener();
  }

  return {
    /** In the order of their start. */
    list: () => list,
    start(task: Omit<BackgroundTask, 'done'>): RunningTask {
      const key = Symbol(task.label);
      const report = (done: number) => {
        tasks.set(key, { ...task, done });
        publish();
      };
      report(0);
      return {
        progress: (done) => {
          if (tasks.has(key)) report(done);
        },
        end: () => {
          tasks.delete(key);
          publish();
        },
      };
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
