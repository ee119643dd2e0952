/** The methods of a `useFieldArray` that change its items. */
export interface FieldArrayMethods {
  insert: (index: number, items: never, options: { shouldFocus: boolean }) => void;
  remove: (indexes: number[]) => void;
  move: (from: number, to: number) => void;
}

type Parts = Readonly<Record<string, unknown>>;

const isParts = (value: unknown): value is Parts =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Copies form values, with the parts that are equal taken from `last`, to save memory. @returns `last` itself if all are equal */
export function shareEqualParts<Value>(last: unknown, value: Value): Value {
  const isArray = Array.isArray(value);
  if (!isArray && !isParts(value)) return value;
  const lastParts =
    isArray === Array.isArray(last) && typeof last === 'object' ? Object.entries(last ?? {}) : [];
  const lastByKey = new Map(lastParts);
  const entries = Object.entries(value).map(
    ([key, part]) => [key, shareEqualParts(lastByKey.get(key), part)] as const,
  );
  const isEqual =
    typeof last === 'object' &&
    last !== null &&
    isArray === Array.isArray(last) &&
    lastParts.length === entries.length &&
    entries.every(([key, part]) => lastByKey.has(key) && Object.is(lastByKey.get(key), part));
  if (isEqual) return last as Value;
  return (isArray ? entries.map(([, part]) => part) : Object.fromEntries(entries)) as Value;
}

/** Whether two values of a form are equal. */
export function areValuesEqual(one: unknown, other: unknown): boolean {
  return Object.is(shareEqualParts(one, other), one);
}

interface ApplyOptions {
  from: unknown;
  to: unknown;
  /** Lists whose items are inserted, removed and moved, by their path. Other lists are set as a whole. */
  fieldArrays: ReadonlyMap<string, FieldArrayMethods>;
  setValue: (path: string, value: unknown) => void;
}

/**
 * Changes a form's values field by field; equal items of a list keep their identity, and with it their state.
 * @returns the path of the first change; null if the values are equal
 */
export function applyValues({ from, to, fieldArrays, setValue }: ApplyOptions): string | null {
  const applyAt = (path: string, one: unknown, other: unknown): string | null => {
    if (areValuesEqual(one, other)) return null;
    const methods = fieldArrays.get(path);
    if (methods && Array.isArray(one) && Array.isArray(other)) return applyItems(path, methods, one, other);
    if (!isParts(one) || !isParts(other)) {
      setValue(path, other);
      return path;
    }
    const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
    const changed = [...keys].map((key) =>
      applyAt(path === '' ? key : `${path}.${key}`, one[key], other[key]),
    );
    return changed.find((part) => part !== null) ?? null;
  };

  const applyItems = (
    path: string,
    methods: FieldArrayMethods,
    one: readonly unknown[],
    other: readonly unknown[],
  ): string | null => {
    const { start, removed, inserted } = changedItems(one, other);
    const last = start + removed.length - 1;
    if (removed.length !== inserted.length) {
      if (removed.length > 0) methods.remove(removed.map((_, index) => start + index));
      if (inserted.length > 0) methods.insert(start, inserted as never, { shouldFocus: false });
      return `${path}.${Math.max(0, Math.min(start, other.length - 1))}`;
    }
    if (areValuesEqual([...removed.slice(1), removed[0]], inserted)) {
      methods.move(start, last);
      return `${path}.${last}`;
    }
    if (areValuesEqual([removed.at(-1), ...removed.slice(0, -1)], inserted)) {
      methods.move(last, start);
      return `${path}.${start}`;
    }
    const changed = removed.map((item, index) => applyAt(`${path}.${start + index}`, item, inserted[index]));
    return changed.find((part) => part !== null) ?? null;
  };

  return applyAt('', from, to);
}

/** The items between the first and the last difference of two lists. */
function changedItems(one: readonly unknown[], other: readonly unknown[]) {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && areValuesEqual(one[start], other[start])) start += 1;
  let end = 0;
  while (end < shorter - start && areValuesEqual(one.at(-1 - end), other.at(-1 - end))) end += 1;
  return {
    start,
    removed: one.slice(start, one.length - end),
    inserted: other.slice(start, other.length - end),
  };
}
