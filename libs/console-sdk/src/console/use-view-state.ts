import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { z } from 'zod';
import { useConsole, useViewId } from './console-context.ts';
import type { HistoryMode } from './view-history.ts';

/** Sets a view's state. `mode: 'push'` adds a history entry; the default `replace` does not. */
export type SetViewState<Value> = (
  next: Value | ((previous: Value) => Value),
  options?: { readonly mode?: HistoryMode },
) => void;

/**
 * Persistent state of a view, such as filters and page, kept per user across reloads, other views and the back button. A stored value
 * that does not match `schema` is ignored.
 * @param key unique in the view: `filters`
 * @param schema validates stored values; define it outside the component, as it must be stable
 * @returns the value, `initial` until one is set, and its setter; `{ mode: 'push' }` adds a history entry for the back button
 */
export function useViewState<Schema extends z.ZodType>(
  key: string,
  schema: Schema,
  initial: z.output<Schema>,
): [z.output<Schema>, SetViewState<z.output<Schema>>] {
  const { history } = useConsole('useViewState');
  const viewId = useViewId('useViewState');

  const stored = useSyncExternalStore(history.subscribe, () => history.readState(viewId, key));
  const parsed = useMemo(() => schema.safeParse(stored), [schema, stored]);
  const value = parsed.success ? parsed.data : initial;

  const setValue = useCallback<SetViewState<z.output<Schema>>>(
    (next, { mode = 'replace' } = {}) => {
      const before = schema.safeParse(history.readState(viewId, key));
      const isUpdate = typeof next === 'function';
      const update = next as (previous: z.output<Schema>) => z.output<Schema>;
      history.writeState(viewId, key, isUpdate ? update(before.success ? before.data : initial) : next, mode);
    },
    [history, viewId, key, schema, initial],
  );
  return [value, setValue];
}
