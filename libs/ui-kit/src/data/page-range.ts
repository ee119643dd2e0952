export interface PaginationState {
  /** Rows before this page; 0 on the first. */
  offset: number;
  /** Rows of a page. */
  limit: number;
  /** Rows there are. */
  total: number;
}

export interface PageRange {
  /** First and last row in sight, counted from 1; both 0 when there are none. */
  from: number;
  to: number;
  /** The page in sight and how many there are, counted from 1. */
  page: number;
  pages: number;
  /** Where the neighbours start; null where there is none. */
  previousOffset: number | null;
  nextOffset: number | null;
}

/**
 * The figures under a list. An offset past the end means the last page.
 * @param paging any offset; `limit` at least 1
 */
export function pageRange({ offset, limit, total }: PaginationState): PageRange {
  const pages = Math.max(1, Math.ceil(total / limit));
  const page = Math.min(pages, Math.floor(Math.max(0, offset) / limit) + 1);
  const start = (page - 1) * limit;
  return {
    from: total === 0 ? 0 : start + 1,
    to: Math.min(total, start + limit),
    page,
    pages,
    previousOffset: page > 1 ? start - limit : null,
    nextOffset: page < pages ? start + limit : null,
  };
}
