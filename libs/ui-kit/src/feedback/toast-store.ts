import { translateServerMessage } from '../i18n/server-messages.ts';
import { message } from '../messages/messages.ts';

/** The content and tone of a toast. */
export interface ToastMessage {
  tone: 'success' | 'error' | 'info';
  title: string;
  description?: string;
  /** A button in the toast. It dismisses the toast. */
  action?: ToastAction;
}

/** The button of a toast. */
export interface ToastAction {
  /** `Undo` */
  label: string;
  onSelect: () => void;
}

export interface ActiveToast extends ToastMessage {
  /** Incremented with every toast, so that the same text twice makes two toasts. */
  id: number;
}

/* One toast at a time: a new one replaces the current one. */
let active: ActiveToast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function setActiveToast(next: ActiveToast | null): void {
  active = next;
  for (const listener of listeners) listener();
}

/** Calls `listener` whenever the current toast changes. @returns a function that unsubscribes */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The current toast; null without one. */
export function activeToast(): ActiveToast | null {
  return active;
}

function show({ title, description, ...rest }: ToastMessage): number {
  lastId += 1;
  setActiveToast({
    ...rest,
    title: translateServerMessage(title),
    ...(description === undefined ? {} : { description: translateServerMessage(description) }),
    id: lastId,
  });
  return lastId;
}

/** Shows toasts, from inside or outside of React, translated. Without a `KitProvider`, the last one is kept until one mounts. */
export const toast = {
  /** A toast with the title `Success`. `description` is a sentence: `Lesson created successfully`. */
  success: (description: string): void => {
    show({
      tone: 'success',
      title: message('toast.success'),
      description,
    });
  },
  /** A toast with the title `Error`. `description` is the reason, such as the server's message. */
  error: (description: string): void => {
    show({ tone: 'error', title: message('toast.error'), description });
  },
  /** A toast with any title, such as `API Key Generated`, and possibly a button. @returns its id, for `dismiss` */
  show,
  /** Dismisses the current toast; with `id`, only if it is that one. */
  dismiss: (id?: number): void => {
    if (id === undefined || active?.id === id) setActiveToast(null);
  },
};
