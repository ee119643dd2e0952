import { Combobox } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { useMessages } from '../messages/messages.ts';
import { useMainLesson, useMainLessonSearch } from './question-bank.api.ts';

interface MainLessonSelectorProps {
  /** The selected main lesson's id; 0 for none. */
  value: number;
  onChange: (id: number) => void;
}

/** Selects a main lesson by search. */
export function MainLessonSelector({ value, onChange }: MainLessonSelectorProps) {
  const t = useMessages();
  const [search, setSearch] = useState<string | null>(null);
  const results = useMainLessonSearch(search);
  const found = results.data?.mainLessons ?? [];
  const fetched = useMainLesson(value).data;
  const title = (fetched ?? found.find(({ id }) => id === value))?.title;
  return (
    <Combobox
      // Combobox reads `valueLabel` only once, so it is remounted when the title arrives.
      key={value > 0 && title === undefined ? 'title awaited' : 'title known'}
      options={found.map(({ id, title: label }) => ({ value: String(id), label }))}
      value={value > 0 ? String(value) : ''}
      valueLabel={title ?? ''}
      onValueChange={(id) => onChange(Number(id))}
      onSearch={setSearch}
      loading={results.isFetching}
      placeholder={t('questionBank.searchMainLessons')}
      emptyText={t(results.isError ? 'questionBank.mainLessonsNotLoaded' : 'questionBank.noMainLessons')}
    />
  );
}
