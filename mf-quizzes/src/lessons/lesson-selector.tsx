import { Combobox } from '@khmer-learning/ui-kit';
import { type Ref, useState } from 'react';
import { useMessages } from '../messages/messages.ts';
import { useLesson, useLessonSearch } from './lessons.api.ts';

interface LessonSelectorProps {
  /** The selected lesson's id; 0 for none. */
  value: number;
  title?: string | null | undefined;
  onChange: (id: number) => void;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
}

export function LessonSelector({ value, title, onChange, onBlur, ref }: LessonSelectorProps) {
  const t = useMessages();
  const [search, setSearch] = useState<string | null>(null);
  const [selectedLesson, setSelectedLesson] = useState(title == null ? null : { id: value, title });
  const results = useLessonSearch(search);
  const lessons = results.data?.lessons ?? [];
  const hasSelection = value > 0;
  const knownTitle = selectedLesson?.id === value ? selectedLesson.title : undefined;
  // The title is unknown after a draft is restored, because a draft stores only the id.
  const fetched = useLesson(hasSelection && knownTitle === undefined ? value : null);
  const label = knownTitle ?? fetched.data?.title;

  return (
    <Combobox
      // Combobox reads `valueLabel` only once, so it is remounted when the title arrives.
      key={hasSelection && label === undefined ? 'title awaited' : 'title known'}
      options={lessons.map(({ id, title: name, status, hiddenBy }) => {
        const mark = status === 'draft' ? 'lessonSelector.draft' : 'lessonSelector.hidden';
        const isPublic = status === 'published' && hiddenBy === undefined;
        return { value: String(id), label: isPublic ? name : t(mark, { title: name }) };
      })}
      value={hasSelection ? String(value) : ''}
      valueLabel={label ?? t('lessonSelector.unknownTitle', { id: value })}
      onValueChange={(next) => {
        const id = Number(next);
        const lesson = lessons.find((candidate) => candidate.id === id);
        setSelectedLesson(lesson === undefined ? null : { id, title: lesson.title });
        onChange(id);
      }}
      onSearch={setSearch}
      loading={results.isFetching}
      placeholder={t('lessonSelector.placeholder')}
      emptyText={results.isError ? t('lessonSelector.notLoaded') : t('lessonSelector.empty')}
      {...(onBlur === undefined ? {} : { onBlur })}
      {...(ref === undefined ? {} : { ref })}
    />
  );
}
