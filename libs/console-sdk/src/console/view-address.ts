import { defaultPageSize } from '@khmer-learning/contracts';
import { initialListState, listStateSchema, noFilter, type StoredListState } from './list-state.ts';

/** A place in the console: a view, the state of its list, and the item that is open in it. */
export interface ViewAddress {
  readonly view: string;
  readonly list: StoredListState;
  /** The id of the open item; null without one. */
  readonly item: number | null;
}

/** Parameters of an address that are not filters. */
const parameters = { search: 'search', page: 'page', item: 'open' } as const;
const reserved = new Set<string>(Object.values(parameters));

/**
 * Formats a place as the fragment of the page's address: `#/lessons?level=Beginner&page=2&open=12`.
 *
 * @param place `list` is the view's stored state, which may have another shape
 */
export function formatViewAddress(place: {
  readonly view: string;
  readonly list: unknown;
  readonly item: number | null;
}): string {
  const { data: list = initialListState } = listStateSchema.safeParse(place.list);
  const query = new URLSearchParams();
  if (list.search !== '') query.set(parameters.search, list.search);
  for (const [name, value] of Object.entries(list.filters))
    if (value !== noFilter && !reserved.has(name)) query.set(name, value);
  const page = Math.floor(list.offset / defaultPageSize) + 1;
  if (page > 1) query.set(parameters.page, String(page));
  if (place.item !== null) query.set(parameters.item, String(place.item));
  const text = query.toString();
  return `#/${encodeURIComponent(place.view)}${text === '' ? '' : `?${text}`}`;
}

/**
 * Parses the fragment of an address. Parameters that are not valid are ignored.
 *
 * @returns null when the fragment names no view
 */
export function parseViewAddress(fragment: string): ViewAddress | null {
  const [, encodedView, text = ''] = /^#\/([^?]+)(?:\?(.*))?$/s.exec(fragment) ?? [];
  const view = encodedView === undefined ? null : decodeOrNull(encodedView);
  if (view === null) return null;
  const query = new URLSearchParams(text);
  const filters = [...query].filter(([name]) => !reserved.has(name));
  return {
    view,
    list: {
      search: query.get(parameters.search) ?? '',
      filters: Object.fromEntries(filters),
      offset: ((parseId(query.get(parameters.page)) ?? 1) - 1) * defaultPageSize,
    },
    item: parseId(query.get(parameters.item)),
  };
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
