import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { z } from 'zod';
import { useConsole, useViewId } from './console-context.ts';
import type { HistoryMode } from './view-history.ts';

export type SetViewState<Value> = (
  next: Value | ((previous: Value) => Value),
  options?: { readonly mode?: HistoryMode },
) => void;

/**
 * State of a view that outlives it: filters, page. It survives a reload, a visit to another view and the browser's
 * back button, per person. What is found but does not fit `schema` counts as nothing.
 * @param key unique in the view: `filters`
 * @param schema checks what comes back out of the browser's storage; keep it outside the component
 * @param initial the value before any is set
 * @returns the value and its setter; `{ mode: 'push' }` makes the change a stop of its own for the back button
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
