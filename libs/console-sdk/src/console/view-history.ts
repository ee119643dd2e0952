import { initialListState, listStateKey, readListPreferences } from './list-state.ts';
import type { UnsavedChangesGuard } from './unsaved-changes-guard.ts';
import {
  formatViewAddress,
  noItem,
  type OpenItem,
  parseViewAddress,
  type ViewAddress,
} from './view-address.ts';

/** An action that a view performs when it is opened. */
export type Intent = 'create';

/** What goes with an intent. */
export interface IntentDetails {
  /** The name of the stored draft to continue; null for an empty form. */
  readonly draft: string | null;
  /** What the form of a new item begins with, as its view defines it; undefined for nothing. */
  readonly preset: unknown;
}

/** Whether a new state adds a history entry or replaces the current one. */
export type HistoryMode = 'push' | 'replace';

/** How a view is opened. */
export interface OpenViewOptions {
  /** What the view does when it is opened. */
  readonly intent?: Intent | undefined;
  /** For `create`: the name of the stored draft that the form continues. */
  readonly draft?: string | undefined;
  /** For `create`: what the form begins with. Its view checks it. */
  readonly preset?: unknown;
  /** The id of the item to open in the view's main dialog. */
  readonly item?: number | undefined;
  /** The text to find in that item. */
  readonly find?: string | undefined;
  /** The id of the thread of comments to show in that item. */
  readonly comment?: number | undefined;
}

/**
 * The current view, and the stored state of each view: in the browser's history, for the back button, and in session storage. The page's
 * address mirrors the view, its list and its open item (`view-address.ts`), so that a place can be sent and opened in another tab.
 */
export type ViewHistory = ReturnType<typeof createViewHistory>;

interface ViewHistoryOptions {
  /** The user's id. State is stored per user. */
  readonly userId: number;
  /** The view to show when neither the history nor session storage has one. */
  readonly defaultView: string;
  readonly unsavedChanges: UnsavedChangesGuard;
}

interface HistoryEntry {
  readonly userId: number;
  readonly view: string;
  /** Position in the history, which distinguishes back from forward. */
  readonly index: number;
  /** The view's filters, page and other states at this entry, by key. */
  readonly states: Readonly<Record<string, unknown>>;
  /** An entry of a dialog, so that Back leaves it. Once none is open, Back skips it, and the next new entry replaces it. */
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
export function createViewHistory({ userId, defaultView, unsavedChanges }: ViewHistoryOptions) {
  const stateStore = createViewStateStore(userId);
  const listeners = new Set<() => void>();
  let pendingIntent: { readonly view: string; readonly intent: Intent } | null = null;
  let intentDetails: IntentDetails = { draft: null, preset: undefined };
  /** The open dialogs, in the order in which they were opened. */
  const openDialogs: { readonly close: () => void }[] = [];
  const readAddress = () =>
    parseViewAddress(window.location.hash, (view) => readListPreferences(userId, view));
  const initialAddress = readAddress();
  /** The address that names what to open, and the dialogs that have read it. */
  let pending = { address: initialAddress, readBy: new Set<string | null>() };
  /** The items that are open in the current view, by their dialogs, in the order in which they were opened. */
  const openItems = new Map<string | null, OpenItem>();
  /** The item that the address names: the one that was opened last. */
  let openItem = noItem;
  /** The item that the current view has been told to open. */
  let opening = noItem;
  let entry = initialEntry();

  function initialEntry(): HistoryEntry {
    const restored: unknown = window.history.state;
    if (isHistoryEntry(userId, restored)) return restored;
    if (initialAddress) return { userId, index: 0, ...addressedState(initialAddress) };
    return { userId, view: lastShownView(), index: 0, states: {} };
  }

  function lastShownView(): string {
    const view = stateStore.get('view');
    return typeof view === 'string' ? view : defaultView;
  }

  function addressedState({ view, list }: ViewAddress): Pick<HistoryEntry, 'view' | 'states'> {
    stateStore.set(`${view}.${listStateKey}`, list);
    return { view, states: { [listStateKey]: list } };
  }

  function readState(view: string, key: string): unknown {
    if (view === entry.view && Object.hasOwn(entry.states, key)) return entry.states[key];
    return stateStore.get(`${view}.${key}`);
  }

  function replaceEntry(next: HistoryEntry, item = openItem): void {
    entry = next;
    window.history.replaceState(next, '', addressOf(item));
  }

  function addEntry(next: HistoryEntry): void {
    entry = next;
    window.history.pushState(next, '', addressOf(openItem));
  }

  function addressOf(item: OpenItem): string {
    return formatViewAddress({ ...item, view: entry.view, list: readState(entry.view, listStateKey) });
  }

  function forgetItems(): void {
    openItems.clear();
    openItem = opening = noItem;
  }

  function setOpenItem(next: OpenItem): void {
    const { find, comment } = openItem;
    openItem = next;
    replaceEntry(entry);
    if (find !== next.find || comment !== next.comment) notify();
  }

  function notify(): void {
    for (const listener of listeners) listener();
  }

  function setCurrentEntry(next: HistoryEntry): void {
    entry = next;
    notify();
  }

  /** Copies the current view's states into its history entry, as session storage may change later. */
  function persistViewState(): void {
    // An item is open only in the entry of its dialog.
    replaceEntry({ ...entry, states: { ...stateStore.statesOf(entry.view), ...entry.states } }, noItem);
  }

  function pushDialogEntry(): void {
    persistViewState();
    addEntry({ ...entry, index: entry.index + 1, dialog: true });
  }

  /** Adds a history entry. If the current entry was added by a dialog, the new one replaces it. */
  function pushEntry(next: Pick<HistoryEntry, 'view' | 'states'>): void {
    if (next.view !== entry.view) forgetItems();
    if (entry.dialog) replaceEntry({ userId, ...next, index: entry.index });
    else addEntry({ userId, ...next, index: entry.index + 1 });
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
    addEntry({ ...entry, index: index + 1 });
  }

  /** Shows the place of an address that was typed or followed as a link, for which the browser has already added an entry. */
  async function onAddress(): Promise<void> {
    const address = readAddress();
    const isDirty = unsavedChanges.hasUnsavedChanges();
    if (address === null || isDirty) window.history.back();
    if (address === null || !(await unsavedChanges.confirmLeave())) return;
    forgetItems();
    const next = addressedState(address);
    if (isDirty) pushEntry(next);
    else replaceEntry({ userId, ...next, index: entry.index + 1 });
    pending = { address, readBy: new Set() };
    setCurrentEntry(entry);
  }

  async function onPopState({ state }: PopStateEvent): Promise<void> {
    if ((state ?? null) === null) return onAddress();
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
      const isBack = state.index === entry.index - 1;
      const wasDialog = entry.dialog === true || state.dialog === true;
      setCurrentEntry(state);
      // The dialog is closed, so both entries look the same: skip the second one.
      if (isBack && wasDialog) window.history.back();
      else replaceEntry(state);
    }
  }

  // The item stays in the address until its view opens it: React may discard this history before it is mounted.
  replaceEntry(entry, initialAddress ?? noItem);

  return {
    currentView: () => entry.view,
    /** The view that was shown last, for an address that names none that exists. */
    lastShownView,
    setShownView: (view: string) => stateStore.set('view', view),
    /** Opens a view. Asks about unsaved changes first, unless they stay: nothing else is opened, or the item is open already. */
    async openView(view: string, options: OpenViewOptions = {}): Promise<void> {
      const { intent, draft = null, preset, item = null, find = null, comment = null } = options;
      const stays = view === entry.view;
      if (stays && item !== null && item === openItem.item && openItem.dialog === null) {
        const named = { ...openItem, find, comment };
        openItems.set(null, named);
        setOpenItem(named);
        return;
      }
      const leavesItem = !stays || item !== null || intent !== undefined;
      if (leavesItem && !(await unsavedChanges.confirmLeave())) return;
      pendingIntent = intent === undefined ? null : { view, intent };
      intentDetails = { draft, preset };
      if (item !== null) {
        const address = { view, list: initialListState, item, dialog: null, find, comment };
        pending = { address, readBy: new Set() };
      }
      if (stays) {
        notify();
        return;
      }
      persistViewState();
      pushEntry({ view, states: {} });
    },
    /** The last state set under this key, in this history entry or else in this browser session. */
    readState,
    /** Stores a view's state. `push` adds a history entry when the view is the current one. */
    writeState(view: string, key: string, value: unknown, mode: HistoryMode): void {
      if (mode === 'push' && view === entry.view) persistViewState();
      stateStore.set(`${view}.${key}`, value);
      if (view !== entry.view) return;
      const states = { ...entry.states, [key]: value };
      if (mode === 'push') {
        pushEntry({ view, states });
      } else {
        // A state that changes after a dialog was closed makes this a regular entry: it differs from the one below.
        const next = { ...entry, states, dialog: entry.dialog === true && openDialogs.length > 0 };
        replaceEntry(next);
        setCurrentEntry(next);
      }
    },
    /** Whether the view was opened with this intent. Returns true only once. */
    consumeIntent(view: string, intent: Intent): boolean {
      if (pendingIntent?.view !== view || pendingIntent.intent !== intent) return false;
      pendingIntent = null;
      return true;
    },
    /** What goes with the last intent. */
    intentDetails: () => intentDetails,
    /** The item that the address names for a dialog; null for none, undefined when it has not changed. Given once to each dialog. */
    consumeItem(view: string, dialog: string | null): number | null | undefined {
      const { address, readBy } = pending;
      if (address?.view !== view || readBy.has(dialog)) return undefined;
      readBy.add(dialog);
      if (address.dialog !== dialog) return null;
      opening = address;
      // The dialog names the item again once it shows it, which may not exist.
      replaceEntry(entry);
      return address.item;
    },
    /** Shows in the page's address which item is open in a dialog of the view; null for none. */
    setOpenItem(view: string, id: number | null, dialog: string | null): void {
      if (view !== entry.view || id === (openItems.get(dialog)?.item ?? null)) return;
      openItems.delete(dialog);
      if (id !== null) {
        const isOpening = opening.item === id && opening.dialog === dialog;
        // The form that is opened over the page of its item shows what the address names in the item.
        const isOver = openItem.item === id && openItem.dialog === null;
        const { find, comment } = isOpening ? opening : isOver ? openItem : noItem;
        if (isOver) openItems.set(null, { ...openItem, find: null, comment: null });
        openItems.set(dialog, { item: id, dialog, find, comment });
      }
      // A dialog over another one, such as a form over the page of its item, gives the address back to it.
      setOpenItem([...openItems.values()].at(-1) ?? noItem);
      // Opened again by a click, the item is shown from its beginning.
      opening = noItem;
    },
    /** The text to find in the open item; null for none. */
    findText: () => openItem.find,
    /** The thread of comments to show in the open item; null for none. */
    addressedComment: () => openItem.comment,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Until the returned function is called, Back only calls `close` of the dialog opened last, which may stay open or ask. */
    closeOnBack(close: () => void) {
      const dialog = { close };
      openDialogs.push(dialog);
      if (!entry.dialog) pushDialogEntry();
      return () => {
        openDialogs.splice(openDialogs.indexOf(dialog), 1);
      };
    },
    /** Listens to the browser's back and forward buttons until the returned function is called. */
    connect() {
      window.addEventListener('popstate', onPopState);
      return () => window.removeEventListener('popstate', onPopState);
    },
  };
}
