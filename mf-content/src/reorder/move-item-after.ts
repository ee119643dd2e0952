/**
 * Returns the items with one of them moved.
 * @param afterId the id of the item to place it after; null moves it to the start. If either item is missing, the
 *   items are returned unchanged.
 */
export function moveItemAfter<Item extends { readonly id: number }>(
  items: readonly Item[],
  id: number,
  afterId: number | null,
): readonly Item[] {
  const moved = items.find((item) => item.id === id);
  const others = items.filter((item) => item !== moved);
  const index = afterId === null ? 0 : others.findIndex((item) => item.id === afterId) + 1;
  if (moved === undefined || (afterId !== null && index === 0)) return items;
  return others.toSpliced(index, 0, moved);
}
