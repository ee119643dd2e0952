import { z } from 'zod';
import { useViewState } from '../console/use-view-state.ts';
import type { HistoryMode } from '../console/view-history.ts';

const listStateSchema = z.object({
  search: z.string(),
  filters: z.record(z.string(), z.string()),
  offset: z.number().int().min(0),
});

/** The value of a filter that lets everything through. */
export const noFilter = 'all';

const initialState: z.output<typeof listStateSchema> = { search: '', filters: {}, offset: 0 };

export type ListState = ReturnType<typeof useListState>;

/**
 * What a list is narrowed by and which page it shows. Survives a reload and the back button; a change of search
 * or filter goes back to the first page.
 */
export function useListState() {
  const [{ search, filters, offset }, setState] = useViewState('list', listStateSchema, initialState);
  const hasActiveFilters = search !== '' || Object.values(filters).some((value) => value !== noFilter);
  return {
    search,
    offset,
    hasActiveFilters,
    /** The choice shown in the filter's select. */
    filterValue: (name: string) => filters[name] ?? noFilter,
    /** The choice as a query takes it: nothing when there is none. */
    filterParam: (name: string) => (filters[name] === noFilter ? undefined : filters[name]),
    setSearch: (next: string) => setState((last) => ({ ...last, search: next, offset: 0 })),
    /** `replace` goes on with a choice that is still being made, which is one stop for the back button. */
    setFilter: (name: string, value: string, mode: HistoryMode = 'push') =>
      setState((last) => ({ ...last, filters: { ...last.filters, [name]: value }, offset: 0 }), { mode }),
    setOffset: (next: number) => setState((last) => ({ ...last, offset: next }), { mode: 'push' }),
    /** The page asked for does not exist: no stop of its own for the back button. */
    replaceOffset: (next: number) => setState((last) => ({ ...last, offset: next })),
    /** Back to the first page of everything, unless the list is there: where a new row stands. */
    resetToFirstPage: () => {
      if (offset !== 0 || hasActiveFilters) setState(initialState, { mode: 'push' });
    },
    clearFilters: () => setState(initialState, { mode: 'push' }),
  };
}
