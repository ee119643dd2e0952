import { Combobox } from '@khmer-learning/ui-kit';
import { type Ref, useState } from 'react';
import { useLesson, useLessonSearch } from './lessons.api.ts';

interface LessonSelectorProps {
  /** The chosen lesson's id; 0 while there is none. */
  value: number;
  /** Its title, when it is known already. */
  title?: string | null | undefined;
  onChange: (id: number) => void;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
}

/** One of the school's lessons, found by typing: the service searches, so their number does not matter. */
export function LessonSelector({ value, title, onChange, onBlur, ref }: LessonSelectorProps) {
  const [search, setSearch] = useState<string | null>(null);
  const [selectedLesson, setSelectedLesson] = useState(title == null ? null : { id: value, title });
  const results = useLessonSearch(search);
  const lessons = results.data?.lessons ?? [];
  const hasSelection = value > 0;
  const knownTitle = selectedLesson?.id === value ? selectedLesson.title : undefined;
  // Such as after a draft was restored: all it holds is the id.
  const fetched = useLesson(hasSelection && knownTitle === undefined ? value : null);
  const label = knownTitle ?? fetched.data?.title;

  return (
    <Combobox
      // The words of a choice are read once, so they have to be there first.
      key={hasSelection && label === undefined ? 'title awaited' : 'title known'}
      options={lessons.map((lesson) => ({ value: String(lesson.id), label: lesson.title }))}
      value={hasSelection ? String(value) : ''}
      valueLabel={label ?? `Lesson ${value}`}
      onValueChange={(next) => {
        const id = Number(next);
        const lesson = lessons.find((candidate) => candidate.id === id);
        setSelectedLesson(lesson === undefined ? null : { id, title: lesson.title });
        onChange(id);
      }}
      onSearch={setSearch}
      loading={results.isFetching}
      placeholder="Search lessons"
      emptyText={results.isError ? 'Lessons could not be loaded' : 'No lessons found'}
      {...(onBlur === undefined ? {} : { onBlur })}
      {...(ref === undefined ? {} : { ref })}
    />
  );
}
