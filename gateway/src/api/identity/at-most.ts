/** Options of an LRU cache with so many entries at most. With `max`, it would take the memory of all of them from the start. */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 });
