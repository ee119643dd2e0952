import { isSessionEndError, userMessageOf } from '@khmer-learning/console-sdk';
import { type ListTotal, maxPageSize } from '@khmer-learning/contracts';
import { Button, Text, toast } from '@khmer-learning/ui-kit';
import { useEffect, useRef, useState } from 'react';
import { message, useMessages } from '../messages/messages.ts';

const maxSelected = 1_000;

export interface SelectAllProps<Row extends { readonly id: number }> {
  rows: readonly Row[];
  selection: { readonly ids: ReadonlySet<number>; readonly add: (rows: readonly Row[]) => void };
  /** The number of all that match; `more` for a list without it that has more than it shows. */
  total: ListTotal | 'more' | undefined;
  /** Calls the list as it is shown. */
  load: (page: { limit: number; offset: number }, signal: AbortSignal) => Promise<readonly Row[]>;
}

/** Offers to select all pages when all shown rows are, at most 1,000. Give it the list's search and filters as `key`. */
export function SelectAll<Row extends { readonly id: number }>({
  rows,
  selection,
  total,
  load,
}: SelectAllProps<Row>) {
  const t = useMessages();
  const [loaded, setLoaded] = useState<number | null>(null);
  const loading = useRef<AbortController | null>(null);
  useEffect(() => () => loading.current?.abort(), []);

  const selectAll = async () => {
    const controller = new AbortController();
    loading.current = controller;
    setLoaded(0);
    try {
      for (let offset = 0; offset < maxSelected; offset += maxPageSize) {
        const found = await load({ limit: maxPageSize, offset }, controller.signal);
        if (controller.signal.aborted) return;
        selection.add(found);
        setLoaded(offset + found.length);
        if (found.length < maxPageSize) break;
      }
    } catch (error) {
      if (!controller.signal.aborted && !isSessionEndError(error))
        toast.error(userMessageOf(error, message('selectAll.failed')));
    } finally {
      setLoaded(null);
    }
  };

  if (loaded !== null)
    return (
      <>
        <Text role="status">{t('selectAll.progress', { count: loaded })}</Text>
        <Button size="small" onClick={() => loading.current?.abort()}>
          {t('action.cancel')}
        </Button>
      </>
    );
  const count = total === 'more' || total === undefined ? undefined : total.total;
  const hasMore = total === 'more' || (count ?? 0) > rows.length;
  const isSelected = rows.length > 0 && rows.every(({ id }) => selection.ids.has(id));
  const areAll = selection.ids.size >= Math.min(count ?? maxSelected, maxSelected);
  if (!hasMore || !isSelected || areAll) return null;
  return (
    <Button size="small" variant="ghost" onClick={() => void selectAll()}>
      {count !== undefined && count > maxSelected
        ? t('selectAll.first', { max: maxSelected, count })
        : t('selectAll.all', { count: count ?? 0 })}
    </Button>
  );
}
