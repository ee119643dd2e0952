import { maxMainLessonsOfTeacher, type Rights } from '@khmer-learning/contracts';
import {
  Checkbox,
  CloseIcon,
  Combobox,
  FormField,
  IconButton,
  Inline,
  SegmentedToggle,
  Stack,
  Text,
} from '@khmer-learning/ui-kit';
import { useEffect, useRef, useState } from 'react';
import { useMessages } from '../messages/messages.ts';
import { useMainLessonSearch, useMainLessonTitles } from './main-lessons.api.ts';

interface RightsFieldsProps {
  /** Null for who may publish everything. */
  value: Rights | null;
  onChange: (rights: Rights | null) => void;
  hint: string;
  error: string | undefined;
}

/** What a teacher may publish, and which main lessons the teacher may change. */
export function RightsFields({ value, onChange, hint, error }: RightsFieldsProps) {
  const t = useMessages();
  const { canPublish = true, mainLessonIds = null } = value ?? {};
  const change = (part: Partial<Rights>) => {
    const next = { canPublish, mainLessonIds, ...part };
    onChange(next.canPublish && next.mainLessonIds === null ? null : next);
  };
  return (
    <>
      <Stack gap={1}>
        <Checkbox checked={canPublish} onChange={(event) => change({ canPublish: event.target.checked })}>
          {t('rightsFields.mayPublish')}
        </Checkbox>
        <Text size="small" muted>
          {t('rightsFields.mayPublishHint')}
        </Text>
      </Stack>
      <FormField label={t('rightsFields.mainLessons')} group hint={hint} error={error}>
        <SegmentedToggle
          options={[
            { value: 'all', label: t('rightsFields.all') },
            { value: 'chosen', label: t('rightsFields.chosen') },
          ]}
          value={mainLessonIds === null ? 'all' : 'chosen'}
          onValueChange={(next) => change({ mainLessonIds: next === 'all' ? null : [] })}
        />
        {mainLessonIds === null ? null : (
          <ChosenMainLessons ids={mainLessonIds} onChange={(ids) => change({ mainLessonIds: ids })} />
        )}
      </FormField>
    </>
  );
}

function ChosenMainLessons({ ids, onChange }: { ids: readonly number[]; onChange: (ids: number[]) => void }) {
  const t = useMessages();
  const [search, setSearch] = useState<string | null>(null);
  const results = useMainLessonSearch(search);
  const titles = useMainLessonTitles(ids);
  const picker = useRef<HTMLInputElement>(null);
  const [changes, setChanges] = useState(0);
  // The picker is mounted anew to be empty. What had the focus is gone.
  useEffect(() => {
    if (changes > 0) picker.current?.focus();
  }, [changes]);
  const change = (next: number[]) => {
    onChange(next);
    setChanges(changes + 1);
  };
  const found = results.data?.mainLessons ?? [];
  const nameOf = (id: number) => {
    const title = titles.get(id);
    if (title === null) return t('rightsFields.deleted', { id });
    return title ?? t('rightsFields.unknownTitle', { id });
  };
  return (
    <Stack gap={2}>
      {ids.length >= maxMainLessonsOfTeacher ? null : (
        <Combobox
          key={changes}
          ref={picker}
          aria-label={t('rightsFields.add')}
          options={found
            .filter(({ id }) => !ids.includes(id))
            .map(({ id, title }) => ({ value: String(id), label: title }))}
          value=""
          onValueChange={(next) => change([...ids, Number(next)])}
          onSearch={setSearch}
          loading={results.isFetching}
          placeholder={t('rightsFields.add')}
          emptyText={results.isError ? t('rightsFields.notLoaded') : t('rightsFields.empty')}
        />
      )}
      {ids.map((id) => (
        <Inline key={id} gap={2}>
          <IconButton
            label={t('rightsFields.remove', { title: nameOf(id) })}
            tooltip={t('rightsFields.removeShort')}
            icon={<CloseIcon aria-hidden="true" />}
            size="small"
            onClick={() => change(ids.filter((other) => other !== id))}
          />
          <Text>{nameOf(id)}</Text>
        </Inline>
      ))}
    </Stack>
  );
}
