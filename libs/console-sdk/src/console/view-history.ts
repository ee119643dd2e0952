import type { UnsavedChangesGuard } from './unsaved-changes-guard.ts';

/** What a view asks another to do on arrival. */
export type Intent = 'create';

/** Whether a new state is a stop of its own for the back button. */
export type HistoryMode = 'push' | 'replace';

/**
 * Which view is shown, and the state each view has left behind. Views are no URLs (spec 2.5), but they and their
 * state live in the browser's history, for its back button, and in session storage, for a reload and a return.
 */
export interface ViewHistory {
  currentView(): string;
  /** Shows a view. Asks first when the current one has unsaved changes. */
  openView(view: string, options?: { readonly intent?: Intent | undefined }): Promise<void>;
  /** The last state set under this key, at this stop of the history or else in this browser session. */
  readState(view: string, key: string): unknown;
  writeState(view: string, key: string, value: unknown, mode: HistoryMode): void;
  /** Whether the view was opened with this intent. Handed out once. */
  consumeIntent(view: string, intent: Intent): boolean;
  subscribe(listener: () => void): () => void;
  /**
   * Adds an open dialog: until the returned function is called, Back calls `close` of the dialog opened last and moves
   * nothing else. `close` may refuse or ask.
   */
  closeOnBack(close: () => void): () => void;
  /** Follows the browser's back and forward buttons until the returned function is called. */
  connect(): () => void;
}

export interface ViewHistoryOptions {
  /** Whose filters these are; they are kept per person. */
  readonly userId: number;
  /** The view to show when nothing says otherwise. */
  readonly defaultView: string;
  readonly unsavedChanges: UnsavedChangesGuard;
}

/** One stop on the way through the console, as kept in the browser's history. */
interface HistoryEntry {
  readonly userId: number;
  readonly view: string;
  /** Place in the history, to tell back from forward. */
  readonly index: number;
  /** The view's filters, page and so on at this stop, by key. */
  readonly states: Readonly<Record<string, unknown>>;
  /**
   * Added above the stop before it when a dialog opened, for Back to leave instead of that one. When no dialog is open
   * any more, Back passes it and the next stop takes its place.
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

/** What this person's session storage holds. Values keep their identity until they are set again. */
function createViewStateStore(userId: number) {
  const values = new Map<string, unknown>();
  const storageKeyOf = (key: string) => `khmer-learning.${userId}.${key}`;

  /** Undefined when there is nothing, or nothing that can be read: storage may be forbidden. */
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
    /** What is known of a view by now, by the keys its states were read under. */
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
        // Storage is full or forbidden: kept until the page is left.
      }
    },
  };
}

/** Creates the console's view history on top of `window.history` and session storage. */
export function createViewHistory({ userId, defaultView, unsavedChanges }: ViewHistoryOptions): ViewHistory {
  const stateStore = createViewStateStore(userId);
  const listeners = new Set<() => void>();
  let pendingIntent: { readonly view: string; readonly intent: Intent } | null = null;
  /** How to close the dialogs that are open, the last on top. */
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

  /** Makes the current stop keep all that it shows, whatever the session remembers later. */
  function persistViewState(): void {
    entry = { ...entry, states: { ...stateStore.statesOf(entry.view), ...entry.states } };
    window.history.replaceState(entry, '');
  }

  function pushDialogEntry(): void {
    persistViewState();
    entry = { ...entry, index: entry.index + 1, dialog: true };
    window.history.pushState(entry, '');
  }

  /** Goes on to a new stop, in place of the one that a dialog had added. */
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

  /** The browser has moved to another stop already: makes it stand at the current one again. */
  function revertNavigation({ index }: HistoryEntry): void {
    if (index > entry.index) {
      window.history.go(entry.index - index);
      return;
    }
    // At once and not by a step, which the next press of Back could outrun.
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
      // The dialog is long closed: both stops look alike, and one press passes both.
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
        // What changes after the dialog was closed is no longer what the stop below shows.
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
