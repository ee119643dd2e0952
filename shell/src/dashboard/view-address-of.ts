import { formatViewAddress, type ViewLink } from '@khmer-learning/console-sdk';
import type { ConsoleViewEntry } from '../console/console-views.ts';

/** Returns the address of a view; undefined when the user may not see it, or no remote provides it. */
export type ViewAddressOf = (link: ViewLink & { readonly item?: number }) => string | undefined;

/** @param views those that the user may see */
export function viewAddressOf(views: readonly ConsoleViewEntry[]): ViewAddressOf {
  return ({ view, filters = {}, sort = null, item = null }) =>
    views.some(({ id }) => id === view)
      ? formatViewAddress({ view, list: { search: '', filters, sort, offset: 0 }, item })
      : undefined;
}
