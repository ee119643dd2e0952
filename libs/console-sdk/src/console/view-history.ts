import type { LeaveGuards } from './leave-guards.ts';

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
  takeIntent(view: string, intent: Intent): boolean;
  subscribe(listener: () => void): () => void;
  /** Follows the browser's back and forward buttons until the returned function is called. */
  connect(): () => void;
}

export interface ViewHistoryOptions {
  /** Whose filters these are; they are kept per person. */
  readonly userId: number;
  /** The view to show when nothing says otherwise. */
  readonly defaultView: string;
  readonly guards: LeaveGuards;
}

/** One stop on the way through the console, as kept in the browser's history. */
interface HistoryEntry {
  readonly userId: number;
  readonly view: string;
  /** Place in the history, to tell back from forward. */
  readonly index: number;
  /** The view's filters, page and so on at this stop, by key. */
  readonly states: Readonly<Record<string, unknown>>;
}

function isEntryOf(userId: number, value: unknown): value is HistoryEntry {
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
function sessionMemory(userId: number) {
  const values = new Map<string, unknown>();
  const nameOf = (key: string) => `khmer-learning.${userId}.${key}`;

  /** Undefined when there is nothing, or nothing that can be read: storage may be forbidden. */
  function load(key: string): unknown {
    try {
      return JSON.parse(sessionStorage.getItem(nameOf(key)) ?? 'null') ?? undefined;
    } catch {
      return undefined;
    }
  }

  return {
    get(key: string): unknown {
      if (!values.has(key)) values.set(key, load(key));
      return values.get(key);
    },
    set(key: string, value: unknown): void {
      values.set(key, value);
      try {
        sessionStorage.setItem(nameOf(key), JSON.stringify(value));
      } catch {
        // Storage is full or forbidden: kept until the page is left.
      }
    },
  };
}

/** Creates the console's view history on top of `window.history` and session storage. */
export function createViewHistory({ userId, defaultView, guards }: ViewHistoryOptions): ViewHistory {
  const memory = sessionMemory(userId);
  const listeners = new Set<() => void>();
  let intended: { readonly view: string; readonly intent: Intent } | null = null;
  /** Steps we take ourselves through the browser's history: their events need no question. */
  let ownSteps = 0;
  let entry = firstEntry();

  function firstEntry(): HistoryEntry {
    const restored: unknown = window.history.state;
    if (isEntryOf(userId, restored)) return restored;
    const lastView = memory.get('view');
    return { userId, view: typeof lastView === 'string' ? lastView : defaultView, index: 0, states: {} };
  }

  function notify(): void {
    for (const listener of listeners) listener();
  }

  function arriveAt(next: HistoryEntry): void {
    entry = next;
    memory.set('view', next.view);
    notify();
  }

  function step(delta: number): void {
    ownSteps += 1;
    window.history.go(delta);
  }

  async function onPopState({ state }: PopStateEvent): Promise<void> {
    const isOwnStep = ownSteps > 0;
    if (isOwnStep) ownSteps -= 1;
    if (!isEntryOf(userId, state)) return;
    if (isOwnStep || state.view === entry.view || !guards.isDirty()) {
      arriveAt(state);
      return;
    }
    // The browser has moved already: back to where we are, and on only when the person agrees.
    const delta = state.index - entry.index;
    step(-delta);
    if (await guards.confirm()) step(delta);
  }

  window.history.replaceState(entry, '');

  return {
    currentView: () => entry.view,
    async openView(view, { intent } = {}) {
      if (view !== entry.view && !(await guards.confirm())) return;
      intended = intent === undefined ? null : { view, intent };
      if (view === entry.view) {
        notify();
        return;
      }
      const next = { userId, view, index: entry.index + 1, states: {} };
      window.history.pushState(next, '');
      arriveAt(next);
    },
    readState(view, key) {
      if (view === entry.view && key in entry.states) return entry.states[key];
      return memory.get(`${view}.${key}`);
    },
    writeState(view, key, value, mode) {
      const previous = memory.get(`${view}.${key}`);
      memory.set(`${view}.${key}`, value);
      if (view !== entry.view) return;
      const states = { ...entry.states, [key]: value };
      if (mode === 'push') {
        // The stop that is left keeps what it showed, even when nothing was set at it.
        window.history.replaceState({ ...entry, states: { [key]: previous, ...entry.states } }, '');
        const next = { ...entry, index: entry.index + 1, states };
        window.history.pushState(next, '');
        arriveAt(next);
      } else {
        const next = { ...entry, states };
        window.history.replaceState(next, '');
        arriveAt(next);
      }
    },
    takeIntent(view, intent) {
      if (intended?.view !== view || intended.intent !== intent) return false;
      intended = null;
      return true;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    connect() {
      window.addEventListener('popstate', onPopState);
      return () => window.removeEventListener('popstate', onPopState);
    },
  };
}
