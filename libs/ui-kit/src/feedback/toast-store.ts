/** What a toast says, and in which colour. */
export interface ToastMessage {
  tone: 'success' | 'error' | 'info';
  title: string;
  description?: string;
}

export interface ActiveToast extends ToastMessage {
  /** Grows by one with every toast, so that the same text twice is two toasts. */
  id: number;
}

/* One at a time: a new toast takes the place of the one on screen. */
let active: ActiveToast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function setActiveToast(next: ActiveToast | null): void {
  active = next;
  for (const listener of listeners) listener();
}

/** @returns how to end it */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The toast on screen; null while there is none. */
export function activeToast(): ActiveToast | null {
  return active;
}

function show(message: ToastMessage): void {
  lastId += 1;
  setActiveToast({ ...message, id: lastId });
}

/**
 * Shows toasts from anywhere, inside React or out. They appear where `KitProvider` is; without one on the page
 * the last is kept until there is.
 */
export const toast = {
  /** `Success` and a sentence: `Lesson created successfully`. */
  success: (description: string): void => show({ tone: 'success', title: 'Success', description }),
  /** `Error` and why: the server's message. */
  error: (description: string): void => show({ tone: 'error', title: 'Error', description }),
  /** Any title, such as `API Key Generated`. */
  show,
  /** Takes the toast away: the one with `id`, or whichever is on screen. */
  dismiss: (id?: number): void => {
    if (id === undefined || active?.id === id) setActiveToast(null);
  },
};
