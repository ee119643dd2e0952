import type { CallOptions, Page } from './call.ts';

type ListCall = (request: never, options?: CallOptions) => Promise<Page<unknown>>;
type RequestOf<List extends ListCall> = NonNullable<Parameters<List>[0]>;
type RowOf<List extends ListCall> = Awaited<ReturnType<List>>['data'][number];

/**
 * All rows of a list, page by page: `for await (const lesson of paginate(client.lessons.list, { level: 'Beginner' }))`.
 * The next page is requested when its first row is needed. Rows that are added meanwhile are neither repeated nor moved.
 *
 * @param list a call that returns pages
 * @param request of the first page; `limit` (at most 100, the default) is the size of each page
 * @throws like the call
 */
export function paginate<List extends ListCall>(
  list: List,
  request: RequestOf<List>,
  options?: CallOptions,
): AsyncGenerator<RowOf<List>, void, undefined> {
  const rows = readRows(list, request, options);
  // Hermes, the engine of React Native, has no Symbol.asyncIterator: `for await`, as Babel compiles it, takes this name.
  return Object.assign(rows, { '@@asyncIterator': () => rows });
}

async function* readRows<List extends ListCall>(
  list: List,
  request: RequestOf<List>,
  options: CallOptions | undefined,
): AsyncGenerator<RowOf<List>, void, undefined> {
  const readPage = list as unknown as (request: object, options?: CallOptions) => Promise<Page<RowOf<List>>>;
  const first: object = request;
  let next: object | undefined = first;
  while (next !== undefined) {
    const { data, nextCursor }: Page<RowOf<List>> = await readPage(next, options);
    yield* data;
    next = nextCursor === undefined ? undefined : { ...first, cursor: nextCursor };
  }
}
