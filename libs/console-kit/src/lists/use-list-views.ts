import {
  isSessionEndError,
  type ListState,
  queryKeys,
  useApi,
  userMessageOf,
  useViewState,
} from '@khmer-learning/console-sdk';
import { defaultPageSize, type ListSettings, type ListView, listViews } from '@khmer-learning/contracts';
import { toast } from '@khmer-learning/ui-kit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { z } from 'zod';
import { message } from '../messages/messages.ts';

// Read once, and changed by what the user saves. What others share meanwhile is read when an address names it.
const { all: queryKey } = queryKeys('listViews', []);
const columnsSchema = z.array(z.string()).nullable();

export type ListViews = ReturnType<typeof useListViews>;

/** A list with its saved views. */
export interface ListOfViews {
  list: ListState;
  views: ListViews;
}

/** What a view shows, in a form that can be compared. */
const textOf = ({ search, filters, sort, limit }: Pick<ListView, 'search' | 'filters' | 'sort' | 'limit'>) =>
  JSON.stringify([search, Object.entries(filters).sort(), sort, limit]);

/** The saved views of a list and its chosen columns. Opened without parameters it shows the user's default view. */
export function useListViews(list: ListState) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { data, isError, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.call(listViews.list, {}, { signal }),
  });
  type Answer = NonNullable<typeof data>;
  const change = (next: (last: Answer) => Answer) =>
    queryClient.setQueryData<Answer>(queryKey, (last) => last && next(last));
  const storeSettings = (saved: ListSettings) =>
    change((last) => ({ ...last, settings: { ...last.settings, [list.viewId]: saved } }));
  const [ownColumns, setOwnColumns] = useViewState('columns', columnsSchema, null);
  const views = data?.views.filter((view) => view.list === list.viewId) ?? [];
  const settings = data?.settings[list.viewId] ?? {};
  const current = views.find(({ id }) => id === list.view);
  const columns = ownColumns ?? current?.columns ?? settings.columns ?? null;
  const shown = { search: list.search, filters: list.filters, sort: list.sort, limit: list.limit };

  const show = (view: ListView | null, mode?: 'replace') => {
    const { search, filters, sort, limit } = view ?? {
      ...{ search: '', filters: {}, sort: null, limit: defaultPageSize },
    };
    // Whoever has a default says that they want none.
    list.show({ search, filters, sort, limit, view: view?.id ?? (settings.view ? 0 : undefined) }, mode);
    setOwnColumns(null);
  };

  const wasOpened = useRef(false);
  const open = useEffectEvent(async (named: number | undefined) => {
    const id = named ?? (wasOpened.current ? 0 : settings.view);
    wasOpened.current = true;
    if (!id) return;
    const find = (answer: Answer | undefined) =>
      answer?.views.find((view) => view.id === id && view.list === list.viewId);
    const view = find(data) ?? (named === undefined ? undefined : find((await refetch()).data));
    if (view !== undefined && !list.hasActiveFilters) show(view, 'replace');
    if (view === undefined && named !== undefined) toast.error(message('listViews.notFound'));
  });
  const isLoaded = data !== undefined;
  useEffect(() => {
    if (isLoaded) void open(list.view);
  }, [isLoaded, list.view]);

  const keeping = useMutation({
    mutationFn: () =>
      api.call(listViews.configure, {
        params: { list: list.viewId },
        body: { columns: settings.columns ?? null },
      }),
    onError: (error) => {
      if (!isSessionEndError(error)) toast.error(userMessageOf(error, message('listViews.saveFailed')));
    },
  });

  return {
    isLoaded,
    isError,
    views,
    settings,
    /** The view that is shown; undefined for none. */
    current,
    /** The list differs from its view. */
    isChanged:
      current !== undefined &&
      (textOf(shown) !== textOf(current) ||
        (ownColumns !== null && JSON.stringify(ownColumns) !== JSON.stringify(current.columns))),
    /** The list as it is saved. */
    shown: { ...shown, columns },
    /** The ids of the columns to show, in their order; null for those of the list. */
    columns,
    /** Changes the columns of the view that is shown, until it is saved, or without one those of the user. */
    setColumns: (next: string[] | null) =>
      current ? setOwnColumns(next) : storeSettings({ ...settings, columns: next }),
    /** Saves the user's columns after changes. */
    keepColumns: () => {
      if (current === undefined) keeping.mutate();
    },
    /** Shows a view; null for the list without one. `replace` makes it no place to go back from. */
    show,
    /** Takes over a view that was saved, or null for one that was deleted. */
    store: (id: number, saved: ListView | null) =>
      change((last) => ({
        ...last,
        views: [...last.views.filter((one) => one.id !== id), ...(saved ? [saved] : [])],
      })),
    storeSettings,
    /** Reads the views again, after a failure: somebody else may have changed one. */
    reload: () => void refetch(),
  };
}

/** The columns that are chosen, in their order. What names the rows is always one of them. */
export function chooseColumns<
  C extends { readonly id: string; readonly main?: boolean | undefined; readonly optional?: boolean },
>(columns: readonly C[], chosen: readonly string[] | null): readonly C[] {
  if (chosen === null) return columns.filter(({ optional = false }) => !optional);
  const found = chosen.flatMap((id) => columns.find((column) => column.id === id) ?? []);
  const main = columns.find((column) => column.main) ?? columns[0];
  return main === undefined || found.includes(main) ? found : [main, ...found];
}
