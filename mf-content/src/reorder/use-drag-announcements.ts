import type { Announcements, UniqueIdentifier } from '@dnd-kit/core';
import { useRef } from 'react';

/** How a keyboard moves something; `thing` as in `To move a section`. */
export function dragInstructions(itemType: string): string {
  return `To move a ${itemType}, press Space, choose its place with the arrow keys and press Space again. Escape leaves it where it was.`;
}

interface DragAnnouncementOptions {
  nameOf: (id: UniqueIdentifier) => string;
  /** `place 2 of 5` */
  positionText: (id: UniqueIdentifier) => string;
}

/** What a screen reader tells of a drag: by the name and the places it began with. */
export function useDragAnnouncements({ nameOf, positionText }: DragAnnouncementOptions): Announcements {
  const lastAnnounced = useRef<{ name: string; over: UniqueIdentifier | null }>({ name: '', over: null });
  return {
    onDragStart: ({ active }) => {
      lastAnnounced.current = { name: nameOf(active.id), over: active.id };
      return `${lastAnnounced.current.name}, is picked up.`;
    },
    onDragOver: ({ over }) => {
      // It starts over its own place, which is no news.
      if (!over || over.id === lastAnnounced.current.over) return undefined;
      lastAnnounced.current.over = over.id;
      return `${lastAnnounced.current.name}, is over ${positionText(over.id)}.`;
    },
    onDragEnd: ({ over }) =>
      over
        ? `${lastAnnounced.current.name}, was put at ${positionText(over.id)}.`
        : `${lastAnnounced.current.name}, stays.`,
    onDragCancel: () => `${lastAnnounced.current.name}, stays where it was.`,
  };
}
