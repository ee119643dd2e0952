import type { Announcements, UniqueIdentifier } from '@dnd-kit/core';
import { useRef } from 'react';

/** How a keyboard moves something; `thing` as in `To move a section`. */
export function dragInstructions(thing: string): string {
  return `To move a ${thing}, press Space, choose its place with the arrow keys and press Space again. Escape leaves it where it was.`;
}

interface DragNewsOptions {
  nameOf: (id: UniqueIdentifier) => string;
  /** `place 2 of 5` */
  placeText: (id: UniqueIdentifier) => string;
}

/** What a screen reader tells of a drag: by the name and the places it began with. */
export function useDragNews({ nameOf, placeText }: DragNewsOptions): Announcements {
  const told = useRef<{ name: string; over: UniqueIdentifier | null }>({ name: '', over: null });
  return {
    onDragStart: ({ active }) => {
      told.current = { name: nameOf(active.id), over: active.id };
      return `${told.current.name}, is picked up.`;
    },
    onDragOver: ({ over }) => {
      // It starts over its own place, which is no news.
      if (!over || over.id === told.current.over) return undefined;
      told.current.over = over.id;
      return `${told.current.name}, is over ${placeText(over.id)}.`;
    },
    onDragEnd: ({ over }) =>
      over ? `${told.current.name}, was put at ${placeText(over.id)}.` : `${told.current.name}, stays.`,
    onDragCancel: () => `${told.current.name}, stays where it was.`,
  };
}
