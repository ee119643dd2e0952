import type { LessonSummary } from '@khmer-learning/contracts';
import { useState } from 'react';

const emptySelection: ReadonlyMap<number, LessonSummary> = new Map();

/**
 * The selected lessons, across pages.
 * @param rows the lessons on the current page
 */
export function useLessonSelection(rows: readonly LessonSummary[]) {
  const [selected, setSelected] = useState(emptySelection);
  const visibleLessons = new Map(rows.map((lesson) => [lesson.id, lesson]));
  return {
    ids: new Set(selected.keys()),
    /** The selected lessons, with current data for those on the current page. */
    lessons: [...selected.values()].map((lesson) => visibleLessons.get(lesson.id) ?? lesson),
    select: (ids: ReadonlySet<number>) =>
      setSelected((last) => {
        const known = new Map([...last, ...visibleLessons]);
        return new Map([...known].filter(([id]) => ids.has(id)));
      }),
    deselect: (id: number) =>
      setSelected((last) => new Map([...last].filter(([selectedId]) => selectedId !== id))),
    clear: () => setSelected(emptySelection),
  };
}
