import { useState } from 'react';

/** The selected rows of a list, across its pages. @param rows those that are shown, which are selected with their current data */
export function useSelection<Row extends { readonly id: number }>(rows: readonly Row[]) {
  const [selected, setSelected] = useState<ReadonlyMap<number, Row>>(new Map());
  const shown = new Map(rows.map((row) => [row.id, row]));
  return {
    ids: new Set(selected.keys()),
    rows: [...selected.values()].map((row) => shown.get(row.id) ?? row),
    /** Selects these rows alone, of those that are selected or shown. */
    select: (ids: ReadonlySet<number>) =>
      setSelected((last) => new Map([...last, ...shown].filter(([id]) => ids.has(id)))),
    /** Selects further rows, also of other pages. */
    add: (more: readonly Row[]) =>
      setSelected((last) => new Map([...last, ...more.map((row) => [row.id, row] as const)])),
    deselect: (id: number) =>
      setSelected((last) => new Map([...last].filter(([selectedId]) => selectedId !== id))),
    clear: () => setSelected(new Map()),
  };
}
