import { type PageState, pageStateSchema } from '@khmer-learning/contracts';
import { pageStateElementId } from '@khmer-learning/contracts/shell-page';

/**
 * What the gateway has written into this page for the user who opened it, so that the start needs no further requests.
 *
 * @returns undefined when the page has none or it is not valid; then the console asks the gateway
 */
export function readPageState(): PageState | undefined {
  const text = document.getElementById(pageStateElementId)?.textContent;
  if (!text) return undefined;
  try {
    return pageStateSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
