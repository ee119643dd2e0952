import { EditDialog, SaveButton } from '@khmer-learning/console-kit';
import type { ExtensionItem } from '@khmer-learning/console-sdk';
import { purchaseMessages, purchasesGrant } from '@khmer-learning/contracts';
import {
  Button,
  Combobox,
  FormField,
  type SelectOption,
  Stack,
  startOfSchoolDay,
  TextArea,
  TextInput,
  translateServerMessage,
} from '@khmer-learning/ui-kit';
import type { UseQueryResult } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useMessages } from '../messages/messages.ts';
import { useGrantAccess, useLearnerSearch, usePaidMainLessonSearch } from './grant-access.api.ts';

interface FormValues {
  learner: SelectOption | null;
  mainLesson: SelectOption | null;
  reason: string;
  lastDay: string;
}

/** Validates what to send. The end is that of the last day. */
function parse({ learner, mainLesson, reason, lastDay }: FormValues) {
  const end = lastDay === '' ? undefined : startOfSchoolDay(lastDay, 1);
  return purchasesGrant.body
    .refine(() => end === undefined || end > new Date(), {
      path: ['accessEndsAt'],
      error: purchaseMessages.endInPast,
      when: () => true,
    })
    .safeParse({
      userId: Number(learner?.value ?? 0),
      mainLessonId: Number(mainLesson?.value ?? 0),
      reason,
      ...(end === undefined ? {} : { accessEndsAt: end.toISOString() }),
    });
}

interface GrantAccessDialogProps {
  /** The learner; null to choose one. */
  item: ExtensionItem | null;
  onClose: () => void;
}

/** Grants a learner access to a paid main lesson, from the purchase history and from the rows of users. */
export function GrantAccessDialog({ item, onClose }: GrantAccessDialogProps) {
  const t = useMessages();
  const formId = useId();
  const [initial] = useState<FormValues>({
    learner: item && { value: String(item.id), label: item.name },
    mainLesson: null,
    reason: '',
    lastDay: '',
  });
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const [learnerSearch, setLearnerSearch] = useState<string | null>(null);
  const [mainLessonSearch, setMainLessonSearch] = useState<string | null>(null);
  const learners = useLearnerSearch(learnerSearch);
  const mainLessons = usePaidMainLessonSearch(mainLessonSearch);
  const { mutate, isPending } = useGrantAccess(onClose);

  const set = (change: Partial<FormValues>) => setValues((before) => ({ ...before, ...change }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = parse(values);
    // The first issue of a field is shown, so it is set last.
    const issues = [...(parsed.error?.issues ?? [])].reverse();
    setErrors(
      Object.fromEntries(issues.map(({ path, message }) => [path[0], translateServerMessage(message)])),
    );
    if (parsed.success) mutate(parsed.data);
  };

  return (
    <EditDialog
      title={t('grantDialog.title')}
      description={t('grantDialog.description')}
      size="small"
      dirty={values !== initial}
      saving={isPending}
      onClose={onClose}
      footer={
        <>
          <Button disabled={isPending} onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <SaveButton form={formId} loading={isPending}>
            {t('grantDialog.submit')}
          </SaveButton>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Stack gap={4}>
          <FormField label={t('grantDialog.learner')} required error={errors.userId}>
            {item === null ? (
              <SearchSelect
                results={learners}
                value={values.learner}
                onChange={(learner) => set({ learner })}
                onSearch={setLearnerSearch}
                placeholder={t('grantDialog.learnerSearch')}
              />
            ) : (
              <TextInput value={item.name} readOnly />
            )}
          </FormField>
          <FormField label={t('field.mainLesson')} required error={errors.mainLessonId}>
            <SearchSelect
              results={mainLessons}
              value={values.mainLesson}
              onChange={(mainLesson) => set({ mainLesson })}
              onSearch={setMainLessonSearch}
              placeholder={t('grantDialog.mainLessonSearch')}
            />
          </FormField>
          <FormField
            label={t('field.reason')}
            required
            hint={t('grantDialog.reasonHint')}
            error={errors.reason}
          >
            <TextArea value={values.reason} onChange={({ target }) => set({ reason: target.value })} />
          </FormField>
          <FormField
            label={t('field.lastDay')}
            hint={t('grantDialog.lastDayHint')}
            error={errors.accessEndsAt}
          >
            <TextInput
              type="date"
              value={values.lastDay}
              onChange={({ target }) => set({ lastDay: target.value })}
            />
          </FormField>
        </Stack>
      </form>
    </EditDialog>
  );
}

interface SearchSelectProps {
  results: UseQueryResult<SelectOption[]>;
  value: SelectOption | null;
  onChange: (value: SelectOption | null) => void;
  onSearch: (text: string) => void;
  placeholder: string;
}

/** Selects one of the results of a search by the server. */
function SearchSelect({ results, value, onChange, onSearch, placeholder }: SearchSelectProps) {
  const t = useMessages();
  const options = results.data ?? [];
  return (
    <Combobox
      options={options}
      value={value?.value ?? ''}
      valueLabel={value?.label ?? ''}
      onValueChange={(next) => onChange(options.find((option) => option.value === next) ?? null)}
      onSearch={onSearch}
      loading={results.isFetching}
      placeholder={placeholder}
      {...(results.isError ? { emptyText: t('grantDialog.notLoaded') } : {})}
    />
  );
}
