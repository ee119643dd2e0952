import { ArrowDownIcon, ArrowUpIcon, IconButton, Inline } from '@khmer-learning/ui-kit';
import { createContext } from 'react';
import { useMessages } from '../messages/messages.ts';

/** The items before and after the open one, in the order of the list. */
export interface Neighbours {
  itemType: string;
  /** Opens the item; null at the first row. */
  previous: (() => void) | null;
  next: (() => void) | null;
}

/** The neighbours of the item in an open form; null for an item that is no row of the list, and for a new one. */
export const NeighboursContext = createContext<Neighbours | null>(null);

/** @param open opens another item; null while one is being opened */
export function neighboursOf(
  item: { id: number } | null,
  rowIds: readonly number[],
  itemType: string,
  open: ((id: number) => void) | null,
): Neighbours | null {
  const index = item === null ? -1 : rowIds.indexOf(item.id);
  if (index < 0) return null;
  const opener = (id: number | undefined) => (id === undefined || open === null ? null : () => open(id));
  return {
    itemType: itemType.toLowerCase(),
    previous: opener(rowIds[index - 1]),
    next: opener(rowIds[index + 1]),
  };
}

interface NeighbourButtonsProps extends Neighbours {
  onGo: (to: (() => void) | null) => void;
  disabled: boolean;
}

/** The buttons `Previous lesson` and `Next lesson`, disabled at the ends of the list's page. */
export function NeighbourButtons({ itemType, previous, next, onGo, disabled }: NeighbourButtonsProps) {
  const t = useMessages();
  return (
    <Inline gap={1} wrap={false}>
      <IconButton
        size="small"
        label={t('neighbourButtons.previous', { itemType })}
        tooltip={t('neighbourButtons.previousKeys', { itemType })}
        aria-keyshortcuts="Alt+PageUp"
        icon={<ArrowUpIcon aria-hidden="true" />}
        disabled={disabled || previous === null}
        onClick={() => onGo(previous)}
      />
      <IconButton
        size="small"
        label={t('neighbourButtons.next', { itemType })}
        tooltip={t('neighbourButtons.nextKeys', { itemType })}
        aria-keyshortcuts="Alt+PageDown"
        icon={<ArrowDownIcon aria-hidden="true" />}
        disabled={disabled || next === null}
        onClick={() => onGo(next)}
      />
    </Inline>
  );
}
