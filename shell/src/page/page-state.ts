import { type PageState, pageStateSchema } from '@khmer-learning/contracts';
import { pageStateElementId } from '@khmer-learning/contracts/shell-page';

/** What the gateway has written into this page for its user, so that the start needs no requests; undefined without a valid one. */
export function readPageState(): PageState | undefined {
  const text = document.getElementById(pageStateElementId)?.textContent;
  if (!text) return undefined;
  try {
    return pageStateSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
