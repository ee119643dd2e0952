import { useViewState } from '../console/use-view-state.ts';
import type { HistoryMode } from '../console/view-history.ts';
import { initialListState, listStateKey, listStateSchema, noFilter } from './list-state.ts';

export type ListState = ReturnType<typeof useListState>;

/**
 * Search, filters and page of a list, kept across reloads and the back button. A changed search or filter goes back to
 * the first page.
 */
export function useListState() {
  const [{ search, filters, offset }, setState] = useViewState(
    listStateKey,
    listStateSchema,
    initialListState,
  );
  const hasActiveFilters = search !== '' || Object.values(filters).some((value) => value !== noFilter);
  return {
    search,
    offset,
    hasActiveFilters,
    /** The value for the filter's select. */
    filterValue: (name: string) => filters[name] ?? noFilter,
    /** The value for the API query: undefined when the filter is not active. */
    filterParam: (name: string) => (filters[name] === noFilter ? undefined : filters[name]),
    setSearch: (next: string) => setState((last) => ({ ...last, search: next, offset: 0 })),
    /** `replace` updates the current history entry, for a value that is still being typed. */
    setFilter: (name: string, value: string, mode: HistoryMode = 'push') =>
      setState((last) => ({ ...last, filters: { ...last.filters, [name]: value }, offset: 0 }), { mode }),
    setOffset: (next: number) => setState((last) => ({ ...last, offset: next }), { mode: 'push' }),
    /** Replaces a page that does not exist, without a history entry. */
    replaceOffset: (next: number) => setState((last) => ({ ...last, offset: next })),
    /** Clears search and filters and goes to the first page, where a new row appears. */
    resetToFirstPage: () => {
      if (offset !== 0 || hasActiveFilters) setState(initialListState, { mode: 'push' });
    },
    clearFilters: () => setState(initialListState, { mode: 'push' }),
  };
}
