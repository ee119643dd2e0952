import type { UnsavedChangesGuard } from './unsaved-changes-guard.ts';

/** An action that a view performs when it is opened. */
export type Intent = 'create';

/** Whether a new state adds a history entry or replaces the current one. */
export type HistoryMode = 'push' | 'replace';

/**
 * The current view, and the stored state of each view. Views have no URLs (spec 2.5). They and their state are stored
 * in the browser's history, for the back button, and in session storage, for a reload or a later return to the view.
 */
export interface ViewHistory {
  /** The id of the current view. */
  currentView(): string;
  /** Opens a view. Asks the user first when the current one has unsaved changes. */
  openView(view: string, options?: { readonly intent?: Intent | undefined }): Promise<void>;
  /** The last state set under this key, in this history entry or else in this browser session. */
  readState(view: string, key: string): unknown;
  /** Stores a view's state. `push` adds a history entry when the view is the current one. */
  writeState(view: string, key: string, value: unknown, mode: HistoryMode): void;
  /** Whether the view was opened with this intent. Returns true only once. */
  consumeIntent(view: string, intent: Intent): boolean;
  subscribe(listener: () => void): () => void;
  /**
   * Registers an open dialog. Until the returned function is called, Back calls `close` of the dialog opened last and
   * does nothing else. `close` may keep the dialog open or ask the user.
   */
  closeOnBack(close: () => void): () => void;
  /** Listens to the browser's back and forward buttons until the returned function is called. */
  connect(): () => void;
}

/** Options of a view history. */
export interface ViewHistoryOptions {
  /** The user's id. State is stored per user. */
  readonly userId: number;
  /** The view to show when neither the history nor session storage has one. */
  readonly defaultView: string;
  readonly unsavedChanges: UnsavedChangesGuard;
}

/** One entry of the browser's history. */
interface HistoryEntry {
  readonly userId: number;
  readonly view: string;
  /** Position in the history, which distinguishes back from forward. */
  readonly index: number;
  /** The view's filters, page and other states at this entry, by key. */
  readonly states: Readonly<Record<string, unknown>>;
  /**
   * True for an entry that was added when a dialog opened, so that Back leaves it instead of the entry below. Once no
   * dialog is open, Back skips it, and the next new entry replaces it.
   */
  readonly dialog?: boolean;
}

function isHistoryEntry(userId: number, value: unknown): value is HistoryEntry {
  return (
    typeof value === 'object' &&
    value !== null &&
    'userId' in value &&
    value.userId === userId &&
    'view' in value &&
    'index' in value &&
    'states' in value
  );
}

/** The user's state in session storage. Values keep their object identity until they are set again. */
function createViewStateStore(userId: number) {
  const values = new Map<string, unknown>();
  const storageKeyOf = (key: string) => `khmer-learning.${userId}.${key}`;

  /** Undefined when there is no readable value, or storage is forbidden. */
  function load(key: string): unknown {
    try {
      return JSON.parse(sessionStorage.getItem(storageKeyOf(key)) ?? 'null') ?? undefined;
    } catch {
      return undefined;
    }
  }

  return {
    get(key: string): unknown {
      if (!values.has(key)) values.set(key, load(key));
      return values.get(key);
    },
    /** The states of a view that were read or set so far, by key. */
    statesOf(view: string): Record<string, unknown> {
      const prefix = `${view}.`;
      const known = [...values].filter(([key]) => key.startsWith(prefix));
      return Object.fromEntries(known.map(([key, value]) => [key.slice(prefix.length), value]));
    },
    set(key: string, value: unknown): void {
      values.set(key, value);
      try {
        sessionStorage.setItem(storageKeyOf(key), JSON.stringify(value));
      } catch {
        // Storage is full or forbidden: the value is kept in memory only.
      }
    },
  };
}

/** Creates the console's view history, based on `window.history` and session storage. */
export function createViewHistory({ userId, defaultView, unsavedChanges }: ViewHistoryOptions): ViewHistory {
  const stateStore = createViewStateStore(userId);
  const listeners = new Set<() => void>();
  let pendingIntent: { readonly view: string; readonly intent: Intent } | null = null;
  /** The open dialogs, in the order in which they were opened. */
  const openDialogs: { readonly close: () => void }[] = [];
  let entry = initialEntry();

  function initialEntry(): HistoryEntry {
    const restored: unknown = window.history.state;
    if (isHistoryEntry(userId, restored)) return restored;
    const lastView = stateStore.get('view');
    return { userId, view: typeof lastView === 'string' ? lastView : defaultView, index: 0, states: {} };
  }

  function notify(): void {
    for (const listener of listeners) listener();
  }

  function setCurrentEntry(next: HistoryEntry): void {
    entry = next;
    stateStore.set('view', next.view);
    notify();
  }

  /** Copies the current view's states into its history entry, as session storage may change later. */
  function persistViewState(): void {
    entry = { ...entry, states: { ...stateStore.statesOf(entry.view), ...entry.states } };
    window.history.replaceState(entry, '');
  }

  function pushDialogEntry(): void {
    persistViewState();
    entry = { ...entry, index: entry.index + 1, dialog: true };
    window.history.pushState(entry, '');
  }

  /** Adds a history entry. If the current entry was added by a dialog, the new one replaces it. */
  function pushEntry(next: Pick<HistoryEntry, 'view' | 'states'>): void {
    if (entry.dialog) {
      entry = { userId, ...next, index: entry.index };
      window.history.replaceState(entry, '');
    } else {
      entry = { userId, ...next, index: entry.index + 1 };
      window.history.pushState(entry, '');
    }
    if (openDialogs.length > 0) pushDialogEntry();
    setCurrentEntry(entry);
  }

  /** Undoes a navigation that the browser has already made: returns to the current entry. */
  function revertNavigation({ index }: HistoryEntry): void {
    if (index > entry.index) {
      window.history.go(entry.index - index);
      return;
    }
    // A synchronous push: `history.go` is asynchronous, and the next press of Back could come first.
    entry = { ...entry, index: index + 1 };
    window.history.pushState(entry, '');
  }

  async function onPopState({ state }: PopStateEvent): Promise<void> {
    if (!isHistoryEntry(userId, state)) return;
    const dialog = openDialogs.at(-1);
    if (state.index === entry.index) {
      setCurrentEntry(state);
    } else if (dialog !== undefined) {
      revertNavigation(state);
      dialog.close();
    } else if (state.view !== entry.view && unsavedChanges.hasUnsavedChanges()) {
      revertNavigation(state);
      if (await unsavedChanges.confirmLeave()) window.history.go(state.index - entry.index);
    } else {
      const wasDialog = entry.dialog === true && state.index === entry.index - 1;
      setCurrentEntry(state);
      // The dialog is closed, so both entries look the same: skip the second one.
      if (wasDialog) window.history.back();
    }
  }

  window.history.replaceState(entry, '');

  return {
    currentView: () => entry.view,
    async openView(view, { intent } = {}) {
      if (view !== entry.view && !(await unsavedChanges.confirmLeave())) return;
      pendingIntent = intent === undefined ? null : { view, intent };
      if (view === entry.view) {
        notify();
        return;
      }
      persistViewState();
      pushEntry({ view, states: {} });
    },
    readState(view, key) {
      if (view === entry.view && key in entry.states) return entry.states[key];
      return stateStore.get(`${view}.${key}`);
    },
    writeState(view, key, value, mode) {
      if (mode === 'push' && view === entry.view) persistViewState();
      stateStore.set(`${view}.${key}`, value);
      if (view !== entry.view) return;
      const states = { ...entry.states, [key]: value };
      if (mode === 'push') {
        pushEntry({ view, states });
      } else {
        // A state that changes after a dialog was closed makes this a regular entry: it differs from the one below.
        const next = { ...entry, states, dialog: entry.dialog === true && openDialogs.length > 0 };
        window.history.replaceState(next, '');
        setCurrentEntry(next);
      }
    },
    consumeIntent(view, intent) {
      if (pendingIntent?.view !== view || pendingIntent.intent !== intent) return false;
      pendingIntent = null;
      return true;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    closeOnBack(close) {
      const dialog = { close };
      openDialogs.push(dialog);
      if (!entry.dialog) pushDialogEntry();
      return () => {
        openDialogs.splice(openDialogs.indexOf(dialog), 1);
      };
    },
    connect() {
      window.addEventListener('popstate', onPopState);
      return () => window.removeEventListener('popstate', onPopState);
    },
  };
}
