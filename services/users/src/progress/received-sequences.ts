/** Ranges of whole numbers, both ends included, ascending, never adjacent. */
export type Ranges = readonly (readonly [number, number])[];

export function includesSequence(ranges: Ranges, sequence: number): boolean {
  return ranges.some(([from, to]) => from <= sequence && sequence <= to);
}

/** Adds numbers to ranges and joins what has become adjacent. */
export function addSequences(ranges: Ranges, sequences: readonly number[]): [number, number][] {
  const joined: [number, number][] = [];
  const all = [...ranges, ...sequences.map((one) => [one, one] as const)];
  for (const [from, to] of all.sort(([first], [second]) => first - second)) {
    const last = joined.at(-1);
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

/** The last number of the range that begins with 1; 0 without one. */
export function lastContiguous(ranges: Ranges): number {
  const [first] = ranges;
  return first?.[0] === 1 ? first[1] : 0;
}
