import { toast } from '@khmer-learning/ui-kit';

const storageKey = 'khmer-learning.notice';

/** Keeps the text of a success toast for after the page has been loaded anew. */
export function storePendingNotice(text: string): void {
  try {
    sessionStorage.setItem(storageKey, text);
  } catch {
    // Without storage the reload itself has to say it.
  }
}

/** Shows the toast kept by the page before this one, once. */
export function showPendingNotice(): void {
  try {
    const text = sessionStorage.getItem(storageKey);
    sessionStorage.removeItem(storageKey);
    if (text !== null) toast.success(text);
  } catch {
    // Nothing can have been kept.
  }
}
