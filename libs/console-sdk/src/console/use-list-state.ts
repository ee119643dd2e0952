import { useEffect, useEffectEvent, useState } from 'react';
import { useViewState } from '../console/use-view-state.ts';
import type { HistoryMode } from '../console/view-history.ts';
import { useConsole, useViewId } from './console-context.ts';
import {
  initialListState,
  type ListPreferences,
  listStateKey,
  listStateSchema,
  noFilter,
  readListPreferences,
  type StoredListState,
  writeListPreferences,
} from './list-state.ts';

export type ListState = ReturnType<typeof useListState>;

/** The values of each filter, whatever their case, or whether a text is one, such as a date; undefined while not known. */
export type KnownFilters = Readonly<
  Record<string, readonly string[] | ((value: string) => boolean) | undefined>
>;

/**
 * Search, filters, order and page of a list, kept across reloads and the back button. A change goes back to the first page.
 * Order and page size are also kept in the browser, for the next time.
 * @param sorts what the list can be sorted by, without `-`; another order, such as one in an address, is ignored
 * @param known its filters. Others, such as those in an address, are ignored and dropped from it. Without it, all are taken.
 */
export function useListState(sorts: readonly string[] = [], known?: KnownFilters) {
  const { user } = useConsole('useListState');
  const viewId = useViewId('useListState');
  const [initial] = useState(() => ({ ...initialListState, ...readListPreferences(user.id, viewId) }));
  const [state, setState] = useViewState(listStateKey, listStateSchema, initial);
  const { search, offset, limit, view } = state;
  const sort = state.sort !== null && sorts.includes(state.sort.replace(/^-/, '')) ? state.sort : null;
  const filters = knownFilters(state.filters, known);
  const hasUnknown =
    sort !== state.sort ||
    Object.entries(state.filters).some(([name, value]) => value !== noFilter && filters[name] !== value);
  const dropUnknown = useEffectEvent(() => setState((last) => ({ ...last, sort, filters })));
  useEffect(() => {
    if (hasUnknown) dropUnknown();
  }, [hasUnknown]);
  const active = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== noFilter));
  const hasFilters = Object.keys(active).length > 0;
  const hasActiveFilters = search !== '' || hasFilters;
  const setPreferences = (next: ListPreferences) => {
    writeListPreferences(user.id, viewId, next);
    setState((last) => ({ ...last, ...next, offset: 0 }), { mode: 'push' });
  };
  // Whoever clears the filters of a saved view leaves it.
  const left = view === undefined ? {} : { view: 0 };
  return {
    /** The id of the list's view in the console. */
    viewId,
    /** The id of the saved view that was chosen; 0 for none of them, undefined when nothing was chosen. */
    view,
    search,
    offset,
    /** What the list is sorted by: `title` or `-title`; null for the default order. */
    sort,
    /** Rows per page. */
    limit,
    hasActiveFilters,
    hasFilters,
    filters: active,
    /** Shows what a saved view has, without one what the list has by itself. */
    show: (
      next: Pick<StoredListState, 'search' | 'filters' | 'sort' | 'limit' | 'view'>,
      mode: HistoryMode = 'push',
    ) => setState({ ...next, offset: 0 }, { mode }),
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
        setState({ ...initialListState, ...left, limit }, { mode: 'push' });
    },
    clearFilters: () => setState({ ...initialListState, ...left, sort, limit }, { mode: 'push' }),
  };
}

/** The filters that the list knows, with the values as it spells them. */
function knownFilters(filters: Readonly<Record<string, string>>, known: KnownFilters | undefined) {
  if (known === undefined) return filters;
  const present = Object.entries(filters).flatMap(([name, value]): [string, string][] => {
    if (!Object.hasOwn(known, name) || value === noFilter) return [];
    const values = known[name];
    if (values === undefined) return [[name, value]];
    const match =
      typeof values === 'function'
        ? [value].find(values)
        : values.find((one) => one.toLowerCase() === value.toLowerCase());
    return match === undefined ? [] : [[name, match]];
  });
  return Object.fromEntries(present);
}
