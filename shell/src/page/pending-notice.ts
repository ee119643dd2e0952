import { toast } from '@khmer-learning/ui-kit';

const storageKey = 'khmer-learning.notice';

/** Stores the text of a success toast until the next page load. */
export function storePendingNotice(text: string): void {
  try {
    sessionStorage.setItem(storageKey, text);
  } catch {
    // Storage is full or forbidden: no toast is shown after the page load.
  }
}

/** Shows the toast that the previous page stored, once. */
export function showPendingNotice(): void {
  try {
    const text = sessionStorage.getItem(storageKey);
    sessionStorage.removeItem(storageKey);
    if (text !== null) toast.success(text);
  } catch {
    // Storage is forbidden, so nothing was stored.
  }
}
