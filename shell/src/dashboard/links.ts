import { formatViewAddress, type ViewLink } from '@khmer-learning/console-sdk';
import { color, radius } from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import type { ConsoleViewEntry } from '../console/console-views.ts';

/** A link whose area is the whole row, which must have `position: relative`. Without an address, it is text. */
export const StretchedLink = styled.a`
  color: inherit;
  text-decoration: none;
  outline: none;

  &[href]::after { content: ''; position: absolute; inset: 0; border-radius: ${radius.medium}; }
  &:focus-visible::after { outline: 2px solid ${color('focus')}; }
`;

/** Returns the address of a view; undefined when the user may not see it, or no remote provides it. */
export type ViewAddressOf = (link: ViewLink & { readonly item?: number }) => string | undefined;

/** @param views those that the user may see */
export function viewAddressOf(views: readonly ConsoleViewEntry[]): ViewAddressOf {
  return ({ view, filters = {}, sort = null, item = null }) =>
    views.some(({ id }) => id === view)
      ? formatViewAddress({ view, list: { search: '', filters, sort, offset: 0 }, item })
      : undefined;
}
