import { EditDialog, SaveButton } from '@khmer-learning/console-kit';
import { type ApiKey, type ApiKeyScope, apiKeyScopes, apiKeySettingsSchema } from '@khmer-learning/contracts';
import {
  Button,
  Callout,
  Checkbox,
  FormField,
  Stack,
  startOfSchoolDay,
  TextArea,
  TextInput,
} from '@khmer-learning/ui-kit';
import { type FormEvent, useId, useState } from 'react';
import { useMessages } from '../messages/messages.ts';
import { useCreateApiKey, useUpdateApiKey } from './api-keys.api.ts';
import { Code, CodeLine, CopyButton } from './code-line.tsx';
import { scopeLabel } from './scope-labels.ts';
import { generateApiKey } from './use-own-api-key.ts';

interface FormValues {
  name: string;
  scopes: readonly ApiKeyScope[];
  quota: string;
  expiryDay: string;
  /** One origin per line. */
  origins: string;
}

function initialValues(apiKey: ApiKey | null): FormValues {
  return {
    name: apiKey?.name ?? '',
    scopes: apiKey?.scopes ?? apiKeyScopes,
    quota: apiKey?.quotaPerMinute?.toString() ?? '',
    expiryDay: apiKey?.expiresAt ? lastDayBefore(apiKey.expiresAt) : '',
    origins: apiKey?.origins.join('\n') ?? '',
  };
}

const endOfDay = (day: string) => startOfSchoolDay(day, 1)?.toISOString();

/** The last day in the school's time zone of a key that expires at this time: `2026-05-04`. */
function lastDayBefore(expiresAt: string): string {
  const dayMs = 24 * 60 * 60_000;
  const days = [0, 1, 2].map((days) =>
    new Date(Date.parse(expiresAt) + (1 - days) * dayMs).toISOString().slice(0, 10),
  );
  return days.find((day) => (endOfDay(day) ?? '') <= expiresAt) ?? expiresAt.slice(0, 10);
}

/** The settings to send, before validation. An expiry whose day was not changed stays as it is. */
function toSettings({ name, scopes, quota, expiryDay, origins }: FormValues, apiKey: ApiKey | null) {
  const isSameDay = apiKey?.expiresAt != null && lastDayBefore(apiKey.expiresAt) === expiryDay;
  return {
    name,
    scopes,
    quotaPerMinute: quota.trim() === '' ? null : Number(quota),
    expiresAt: expiryDay === '' ? null : (endOfDay(expiryDay) ?? expiryDay),
    origins: origins.split('\n').flatMap((line) => line.trim().replace(/\/$/, '') || []),
    ...(isSameDay ? { expiresAt: apiKey.expiresAt } : {}),
  };
}

type FieldErrors = Partial<Record<string, string>>;

/** Creates a key with a name, or edits the settings of one. A new key is shown once. */
export function ApiKeyForm({ apiKey, onClose }: { apiKey: ApiKey | null; onClose: () => void }) {
  const t = useMessages();
  const formId = useId();
  const [initial] = useState(() => initialValues(apiKey));
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [createdKey, setCreatedKey] = useState<string | null>(null);
  const create = useCreateApiKey((key) => setCreatedKey(key));
  const update = useUpdateApiKey(onClose);
  const isSaving = create.isPending || update.isPending;

  const set = (change: Partial<FormValues>) => setValues((before) => ({ ...before, ...change }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = apiKeySettingsSchema.safeParse(toSettings(values, apiKey));
    if (!parsed.success) {
      const { issues } = parsed.error;
      // The first issue of a field is shown, so it is set last.
      setErrors(Object.fromEntries([...issues].reverse().map(({ path, message }) => [path[0], message])));
      return;
    }
    setErrors({});
    if (apiKey) {
      const { expiresAt, ...settings } = parsed.data;
      // An expiry in the past cannot be set again.
      const body = expiresAt === apiKey.expiresAt ? settings : parsed.data;
      update.mutate({ id: apiKey.id, body });
    } else create.mutate({ ...parsed.data, key: generateApiKey() });
  };

  if (createdKey !== null) return <CreatedKeyDialog apiKey={createdKey} onClose={onClose} />;
  return (
    <EditDialog
      title={t(apiKey === null ? 'action.createKey' : 'apiKeyForm.edit')}
      dirty={JSON.stringify(values) !== JSON.stringify(initial)}
      saving={isSaving}
      onClose={onClose}
      footer={
        <SaveButton form={formId} loading={isSaving}>
          {t(apiKey === null ? 'action.createKey' : 'action.saveChanges')}
        </SaveButton>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Stack gap={4}>
          <FormField
            label={t('apiKeyForm.name')}
            required
            error={errors.name}
            hint={t('apiKeyForm.nameHint')}
          >
            <TextInput
              value={values.name}
              maxLength={100}
              onChange={({ target }) => set({ name: target.value })}
            />
          </FormField>
          <FormField label={t('field.scopes')} required group error={errors.scopes}>
            <ScopeBoxes scopes={values.scopes} onChange={(scopes) => set({ scopes })} />
          </FormField>
          <FormField
            label={t('apiKeyForm.quota')}
            error={errors.quotaPerMinute}
            hint={t('apiKeyForm.quotaHint')}
          >
            <TextInput
              inputMode="numeric"
              placeholder={t('apiKeyForm.quotaDefault')}
              value={values.quota}
              onChange={({ target }) => set({ quota: target.value })}
            />
          </FormField>
          <FormField label={t('field.lastDay')} error={errors.expiresAt} hint={t('apiKeyForm.lastDayHint')}>
            <TextInput
              type="date"
              value={values.expiryDay}
              onChange={({ target }) => set({ expiryDay: target.value })}
            />
          </FormField>
          <FormField
            label={t('apiKeyForm.origins')}
            error={errors.origins}
            hint={t('apiKeyForm.originsHint')}
          >
            <TextArea value={values.origins} onChange={({ target }) => set({ origins: target.value })} />
          </FormField>
        </Stack>
      </form>
    </EditDialog>
  );
}

interface ScopeBoxesProps {
  scopes: readonly ApiKeyScope[];
  onChange: (scopes: readonly ApiKeyScope[]) => void;
}

function ScopeBoxes({ scopes, onChange }: ScopeBoxesProps) {
  return (
    <Stack gap={2}>
      {apiKeyScopes.map((scope) => (
        <Checkbox
          key={scope}
          checked={scopes.includes(scope)}
          onChange={({ target }) =>
            onChange(apiKeyScopes.filter((one) => (one === scope ? target.checked : scopes.includes(one))))
          }
        >
          {scopeLabel(scope)}
        </Checkbox>
      ))}
    </Stack>
  );
}

/** Shows a new key. It is not stored anywhere, so this is the only time. */
function CreatedKeyDialog({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  const t = useMessages();
  return (
    <EditDialog
      title={t('createdKeyDialog.title')}
      dirty={false}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('createdKeyDialog.done')}
        </Button>
      }
    >
      <Stack gap={3}>
        <Callout tone="warning" title={t('createdKeyDialog.copyNow')}>
          {t('createdKeyDialog.shownOnce')}
        </Callout>
        <CodeLine>
          <Code>{apiKey}</Code>
          <CopyButton contentLabel={t('createdKeyDialog.newKey')} text={apiKey} />
        </CodeLine>
      </Stack>
    </EditDialog>
  );
}
