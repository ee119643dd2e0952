import type { Announcements, UniqueIdentifier } from '@dnd-kit/core';
import { useRef } from 'react';

/** Screen reader instructions for reordering with the keyboard. `itemType` is singular, lower case: `section`. */
export function dragInstructions(itemType: string): string {
  return `To move a ${itemType}, press Space, use the arrow keys to choose a position, and press Space again. Press Escape to cancel.`;
}

interface DragAnnouncementOptions {
  nameOf: (id: UniqueIdentifier) => string;
  /** `position 2 of 5` */
  positionText: (id: UniqueIdentifier) => string;
}

/** Screen reader announcements for a drag. They use the item's name at the start of the drag. */
export function useDragAnnouncements({ nameOf, positionText }: DragAnnouncementOptions): Announcements {
  const lastAnnounced = useRef<{ name: string; over: UniqueIdentifier | null }>({ name: '', over: null });
  return {
    onDragStart: ({ active }) => {
      lastAnnounced.current = { name: nameOf(active.id), over: active.id };
      return `Picked up ${lastAnnounced.current.name}.`;
    },
    onDragOver: ({ over }) => {
      // A drag starts over the item's own position, which is not announced.
      if (!over || over.id === lastAnnounced.current.over) return undefined;
      lastAnnounced.current.over = over.id;
      return `${lastAnnounced.current.name} is over ${positionText(over.id)}.`;
    },
    onDragEnd: ({ over }) =>
      over
        ? `${lastAnnounced.current.name} moved to ${positionText(over.id)}.`
        : `${lastAnnounced.current.name} was not moved.`,
    onDragCancel: () => `Move cancelled. ${lastAnnounced.current.name} was not moved.`,
  };
}
