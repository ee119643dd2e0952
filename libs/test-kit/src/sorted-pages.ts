/** The values by which a row is sorted, the last of which no other row has. */
type SortValues = readonly (string | number | null)[];

/**
 * Tests that the pages of a list, put together, are the whole list in each of its orders, forwards and backwards.
 *
 * @param read requests the list with a query such as `limit=4&offset=0`; up to 100 rows must match
 * @param sorts the values of a row for each `sort` that the list has
 * @param filters further parameters, such as `&status=draft`; each is tested
 */
export async function expectSortedPages<Row extends { readonly id: number }>(
  read: (query: string) => Promise<readonly Row[]>,
  sorts: Readonly<Record<string, (row: Row) => SortValues>>,
  filters: readonly string[],
): Promise<void> {
  const limit = 4;
  for (const filter of filters) {
    const rows = await read(`limit=100&offset=0${filter}`);
    expect(rows.length).toBeGreaterThan(1);
    for (const [name, sortValues] of Object.entries(sorts)) {
      const ascending = [...rows].sort((a, b) => compare(sortValues(a), sortValues(b))).map(({ id }) => id);
      for (const [sort, expected] of [
        [name, ascending],
        [`-${name}`, [...ascending].reverse()],
      ] as const) {
        const ids: number[] = [];
        for (let offset = 0; offset < rows.length; offset += limit)
          ids.push(
            ...(await read(`sort=${sort}&limit=${limit}&offset=${offset}${filter}`)).map(({ id }) => id),
          );
        expect({ sort, filter, ids }).toEqual({ sort, filter, ids: expected });
      }
    }
  }
}

function compare(a: SortValues, b: SortValues): number {
  const index = a.findIndex((value, n) => value !== b[n]);
  const [one = null, other = null] = [a[index], b[index]];
  if (one === null || other === null) return Number(one !== null) - Number(other !== null);
  if (typeof one === 'string') return Buffer.compare(Buffer.from(one), Buffer.from(String(other)));
  return one - Number(other);
}
