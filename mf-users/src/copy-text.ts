import { toast } from '@khmer-learning/ui-kit';

/** Copies a text, and says so. Browsers allow it only over HTTPS or on localhost. */
export async function copyText(text: string, copied: string, failed: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.show({ tone: 'success', title: copied });
  } catch {
    toast.error(failed);
  }
}
