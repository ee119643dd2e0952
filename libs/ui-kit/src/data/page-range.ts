import { formatDigits, formatNumber } from '../i18n/format.ts';
import { message } from '../messages/messages.ts';

/** The position in a paged list. */
export interface PaginationState {
  /** Number of rows before this page; 0 on the first page. */
  offset: number;
  /** Rows per page. */
  limit: number;
  /** Number of rows on all pages. */
  total: number;
  /** `total` is an estimate. */
  totalIsEstimate?: boolean | undefined;
  /** The largest offset that the list accepts; no limit when absent. */
  maxOffset?: number | undefined;
}

/** `42`, or `about 12,300` for an estimate. */
export function formatTotal({
  total,
  totalIsEstimate,
}: Pick<PaginationState, 'total' | 'totalIsEstimate'>): string {
  return totalIsEstimate ? message('pagination.about', { total: formatNumber(total) }) : formatDigits(total);
}

/** The numbers of a pagination. An offset past the end is treated as the last page. `limit` must be at least 1. */
export function pageRange({ offset, limit, total, maxOffset = Number.POSITIVE_INFINITY }: PaginationState) {
  const reachable = Math.min(Math.ceil(total / limit), Math.floor(maxOffset / limit) + 1);
  const pages = Math.max(1, reachable);
  const page = Math.min(pages, Math.floor(Math.max(0, offset) / limit) + 1);
  const start = (page - 1) * limit;
  return {
    /** First and last row of the page, counted from 1; both 0 when there are no rows. */
    from: total === 0 ? 0 : start + 1,
    to: Math.min(total, start + limit),
    /** The current page, counted from 1, and the number of pages, at least 1. */
    page,
    pages,
    /** The offsets of the neighbours; null without one. */
    previousOffset: page > 1 ? start - limit : null,
    nextOffset: page < pages ? start + limit : null,
    /** This is the last page, but rows follow that no offset reaches. */
    hasUnreachableRows: page === pages && start + limit < total,
  };
}
