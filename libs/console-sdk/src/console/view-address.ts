import { searchFilter } from '@khmer-learning/contracts';
import {
  defaultListPreferences,
  initialListState,
  type ListPreferences,
  listPreferencesSchema,
  listStateSchema,
  noFilter,
  type StoredListState,
} from './list-state.ts';

/** The item that is open in a view. */
export interface OpenItem {
  /** The id; null without an open item. */
  readonly item: number | null;
  /** The name of the dialog that shows it; null for the view's main one, such as the item's form. */
  readonly dialog: string | null;
  /** The text to find in the item; null for none. */
  readonly find: string | null;
  /** The id of the thread of comments to show; null for none. */
  readonly comment: number | null;
}

/** No item is open. */
export const noItem: OpenItem = { item: null, dialog: null, find: null, comment: null };

/** A place in the console: a view, the state of its list, and the item that is open in it. */
export interface ViewAddress extends OpenItem {
  readonly view: string;
  readonly list: StoredListState;
}

/** Parameters of an address that are not filters. */
const parameters = {
  search: 'search',
  sort: 'sort',
  limit: 'limit',
  page: 'page',
  view: 'view',
  item: 'open',
  find: 'find',
  comment: 'comment',
} as const;
const reserved = new Set<string>(Object.values(parameters));

/**
 * Formats a place as the fragment of the page's address: `#/lessons?level=Beginner&page=2&open=12`, or `open=12-preview` for another
 * dialog than the view's main one. `&find=water` names what to find in the item, `&comment=5` a thread of comments.
 * @param place `list` is the view's stored state, which may have another shape; `find` and `comment` need an item
 */
export function formatViewAddress(place: {
  readonly view: string;
  readonly list: unknown;
  readonly item: number | null;
  readonly dialog?: string | null;
  readonly find?: string | null;
  readonly comment?: number | null;
}): string {
  const { data: list = initialListState } = listStateSchema.safeParse(place.list);
  const query = new URLSearchParams();
  if (list.view !== undefined) query.set(parameters.view, String(list.view));
  if (list.search !== '') query.set(parameters.search, list.search);
  for (const [name, value] of Object.entries(list.filters))
    if (value !== noFilter && !reserved.has(name)) query.set(name, value);
  if (list.sort !== null) query.set(parameters.sort, list.sort);
  if (list.limit !== defaultListPreferences.limit) query.set(parameters.limit, String(list.limit));
  const page = Math.floor(list.offset / list.limit) + 1;
  if (page > 1) query.set(parameters.page, String(page));
  if (place.item !== null) {
    query.set(parameters.item, [place.item, place.dialog].filter(Boolean).join('-'));
    if (place.find) query.set(parameters.find, place.find);
    if (place.comment) query.set(parameters.comment, String(place.comment));
  }
  const text = query.toString();
  return `#/${encodeURIComponent(place.view)}${text === '' ? '' : `?${text}`}`;
}

/**
 * Parses the fragment of an address; null when it names no view. Parameters that are not valid are ignored.
 * @param preferencesOf a list's order and page size, for an address that names neither, nor a page, whose rows they would change
 */
export function parseViewAddress(
  fragment: string,
  preferencesOf: (view: string) => ListPreferences = () => defaultListPreferences,
): ViewAddress | null {
  const [, encodedView, text = ''] = /^#\/([^?]+)(?:\?(.*))?$/s.exec(fragment) ?? [];
  const view = encodedView === undefined ? null : decodeOrNull(encodedView);
  if (view === null) return null;
  const query = new URLSearchParams(text);
  const search = query.get(parameters.search) ?? '';
  const filters = [...query].filter(([name]) => !reserved.has(name));
  const isDefault = [parameters.sort, parameters.limit, parameters.page].every((name) => !query.has(name));
  const savedView = query.get(parameters.view) === '0' ? 0 : parseId(query.get(parameters.view));
  const { sort, limit } = isDefault ? preferencesOf(view) : parsePreferences(query);
  return {
    view,
    list: {
      search: searchFilter.safeParse(search).success ? search : '',
      filters: Object.fromEntries(filters),
      sort,
      limit,
      offset: ((parseId(query.get(parameters.page)) ?? 1) - 1) * limit,
      ...(savedView === null ? {} : { view: savedView }),
    },
    ...parseOpenItem(query),
  };
}

function parsePreferences(query: URLSearchParams): ListPreferences {
  const limit = parseId(query.get(parameters.limit)) ?? undefined;
  const sort = query.get(parameters.sort) || null;
  const { data } = listPreferencesSchema.safeParse({ sort, limit });
  return data ?? { ...defaultListPreferences, sort };
}

function parseOpenItem(query: URLSearchParams): OpenItem {
  const text = query.get(parameters.item) ?? '';
  const [, id = null, dialog = null] = /^(\d+)(?:-([a-z][a-z-]*))?$/.exec(text) ?? [];
  const item = parseId(id);
  if (item === null) return noItem;
  const find = query.get(parameters.find) || null;
  return { item, dialog, find, comment: parseId(query.get(parameters.comment)) };
}

/** A positive whole number; null for any other text. */
function parseId(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

function decodeOrNull(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
