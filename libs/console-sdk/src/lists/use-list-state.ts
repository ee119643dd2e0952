import { z } from 'zod';
import { useViewState } from '../console/use-view-state.ts';
import type { HistoryMode } from '../console/view-history.ts';

const listState = z.object({
  search: z.string(),
  filters: z.record(z.string(), z.string()),
  offset: z.number().int().min(0),
});

/** The value of a filter that lets everything through. */
export const noFilter = 'all';

const initial: z.output<typeof listState> = { search: '', filters: {}, offset: 0 };

export type ListState = ReturnType<typeof useListState>;

/**
 * What a list is narrowed by and which page it shows. Survives a reload and the back button; a change of search
 * or filter goes back to the first page.
 */
export function useListState() {
  const [{ search, filters, offset }, setState] = useViewState('list', listState, initial);
  const isNarrowed = search !== '' || Object.values(filters).some((value) => value !== noFilter);
  return {
    search,
    offset,
    isNarrowed,
    /** The choice shown in the filter's select. */
    filter: (name: string) => filters[name] ?? noFilter,
    /** The choice as a query takes it: nothing when there is none. */
    filterQuery: (name: string) => (filters[name] === noFilter ? undefined : filters[name]),
    setSearch: (next: string) => setState((last) => ({ ...last, search: next, offset: 0 })),
    /** `replace` goes on with a choice that is still being made, which is one stop for the back button. */
    setFilter: (name: string, value: string, mode: HistoryMode = 'push') =>
      setState((last) => ({ ...last, filters: { ...last.filters, [name]: value }, offset: 0 }), { mode }),
    setOffset: (next: number) => setState((last) => ({ ...last, offset: next }), { mode: 'push' }),
    /** The page asked for does not exist: no stop of its own for the back button. */
    correctOffset: (next: number) => setState((last) => ({ ...last, offset: next })),
    /** Back to the first page of everything, unless the list is there: where a new row stands. */
    goToStart: () => {
      if (offset !== 0 || isNarrowed) setState(initial, { mode: 'push' });
    },
    clear: () => setState(initial, { mode: 'push' }),
  };
}
