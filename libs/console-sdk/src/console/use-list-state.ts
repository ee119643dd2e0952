import { useState } from 'react';
import { useViewState } from '../console/use-view-state.ts';
import type { HistoryMode } from '../console/view-history.ts';
import { useConsole, useViewId } from './console-context.ts';
import { readListPreferences, writeListPreferences } from './list-preferences.ts';
import {
  initialListState,
  type ListPreferences,
  listStateKey,
  listStateSchema,
  noFilter,
} from './list-state.ts';

export type ListState = ReturnType<typeof useListState>;

/**
 * Search, filters, order and page of a list, kept across reloads and the back button. A changed search, filter, order or page
 * size goes back to the first page. Order and page size are also kept in the browser, for the next time.
 * @param sorts what the list can be sorted by, without `-`; another order, such as one in an address, is ignored
 */
export function useListState(sorts: readonly string[] = []) {
  const { user } = useConsole('useListState');
  const viewId = useViewId('useListState');
  const [initial] = useState(() => ({ ...initialListState, ...readListPreferences(user.id, viewId) }));
  const [state, setState] = useViewState(listStateKey, listStateSchema, initial);
  const { search, filters, offset, limit } = state;
  const sort = state.sort !== null && sorts.includes(state.sort.replace(/^-/, '')) ? state.sort : null;
  const hasActiveFilters = search !== '' || Object.values(filters).some((value) => value !== noFilter);
  const setPreferences = (next: ListPreferences) => {
    writeListPreferences(user.id, viewId, next);
    setState((last) => ({ ...last, ...next, offset: 0 }), { mode: 'push' });
  };
  return {
    search,
    offset,
    /** What the list is sorted by: `title` or `-title`; null for the default order. */
    sort,
    /** Rows per page. */
    limit,
    hasActiveFilters,
    /** The value for the filter's select. */
    filterValue: (name: string) => filters[name] ?? noFilter,
    /** The value for the API query: undefined when the filter is not active. */
    filterParam: (name: string) => (filters[name] === noFilter ? undefined : filters[name]),
    setSearch: (next: string) => setState((last) => ({ ...last, search: next, offset: 0 })),
    /** `replace` updates the current history entry, for a value that is still being typed. */
    setFilter: (name: string, value: string, mode: HistoryMode = 'push') =>
      setState((last) => ({ ...last, filters: { ...last.filters, [name]: value }, offset: 0 }), { mode }),
    setSort: (next: string | null) => setPreferences({ sort: next, limit }),
    setLimit: (next: number) => setPreferences({ sort, limit: next }),
    setOffset: (next: number) => setState((last) => ({ ...last, offset: next }), { mode: 'push' }),
    /** Replaces a page that does not exist, without a history entry. */
    replaceOffset: (next: number) => setState((last) => ({ ...last, offset: next })),
    /** Clears search, filters and order and goes to the first page, where a new row appears. */
    resetToFirstPage: () => {
      if (offset !== 0 || hasActiveFilters || sort !== null)
        setState({ ...initialListState, limit }, { mode: 'push' });
    },
    clearFilters: () => setState({ ...initialListState, sort, limit }, { mode: 'push' }),
  };
}
