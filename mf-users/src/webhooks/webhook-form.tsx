import { EditDialog, SaveButton } from '@khmer-learning/console-kit';
import {
  type Webhook,
  type WebhookEventType,
  webhookBody,
  webhookEventTypes,
} from '@khmer-learning/contracts';
import {
  Button,
  Callout,
  Checkbox,
  CopyIcon,
  Dialog,
  FormField,
  fontFamily,
  fontSize,
  Stack,
  Text,
  TextInput,
} from '@khmer-learning/ui-kit';
import { type FormEvent, useId, useState } from 'react';
import styled from 'styled-components';
import { copyText } from '../copy-text.ts';
import { useMessages } from '../messages/messages.ts';
import { eventTexts } from './webhook-events.ts';
import { useCreateWebhook, useUpdateWebhook } from './webhooks.api.ts';

interface WebhookFormProps {
  webhook: Webhook | null;
  onCreated: (secret: string) => void;
  onClose: () => void;
}

export function WebhookForm({ webhook, onCreated, onClose }: WebhookFormProps) {
  const t = useMessages();
  const formId = useId();
  const [initial] = useState({
    address: webhook?.address ?? '',
    description: webhook?.description ?? '',
    events: webhook?.events ?? [],
  });
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const create = useCreateWebhook(onCreated);
  const update = useUpdateWebhook(onClose);
  const isSaving = create.isPending || update.isPending;
  const set = (change: Partial<typeof values>) => setValues((before) => ({ ...before, ...change }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = webhookBody.safeParse(values);
    const issues = parsed.error?.issues ?? [];
    // The first issue of a field is shown, so it is set last.
    setErrors(Object.fromEntries(issues.toReversed().map(({ path, message: text }) => [path[0], text])));
    if (!parsed.success) return;
    if (webhook) update.mutate({ id: webhook.id, body: parsed.data });
    else create.mutate(parsed.data);
  };
  return (
    <EditDialog
      title={t(webhook === null ? 'webhookForm.create' : 'webhookForm.edit')}
      dirty={JSON.stringify(values) !== JSON.stringify(initial)}
      saving={isSaving}
      onClose={onClose}
      footer={
        <SaveButton form={formId} loading={isSaving}>
          {t(webhook === null ? 'webhookForm.submitNew' : 'action.saveChanges')}
        </SaveButton>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Stack gap={4}>
          <FormField label={t('webhookForm.description')} required error={errors.description}>
            <TextInput
              value={values.description}
              onChange={({ target }) => set({ description: target.value })}
            />
          </FormField>
          <FormField
            label={t('webhookForm.address')}
            required
            error={errors.address}
            hint={t('webhookForm.addressHint')}
          >
            <TextInput
              type="url"
              inputMode="url"
              autoComplete="off"
              placeholder="https://hooks.example.com"
              value={values.address}
              onChange={({ target }) => set({ address: target.value })}
            />
          </FormField>
          <FormField label={t('field.events')} required group error={errors.events}>
            <EventBoxes events={values.events} onChange={(events) => set({ events })} />
          </FormField>
        </Stack>
      </form>
    </EditDialog>
  );
}

interface EventBoxesProps {
  events: readonly WebhookEventType[];
  onChange: (events: WebhookEventType[]) => void;
}

function EventBoxes({ events, onChange }: EventBoxesProps) {
  const t = useMessages();
  return (
    <Stack gap={2}>
      {webhookEventTypes.map((type) => (
        <Checkbox
          key={type}
          checked={events.includes(type)}
          onChange={({ target }) =>
            onChange(
              webhookEventTypes.filter((one) => (one === type ? target.checked : events.includes(one))),
            )
          }
        >
          <Stack gap={0}>
            <Text as="span">{t(eventTexts[type])}</Text>
            <Code>{type}</Code>
          </Stack>
        </Checkbox>
      ))}
    </Stack>
  );
}

/** Text of machines. */
export const Code = styled.code`
  font-family: ${fontFamily.code};
  font-size: ${fontSize.small};
  overflow-wrap: anywhere;
`;

/** Shows a secret, which cannot be shown again. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useMessages();
  const copy = () => copyText(secret, t('webhookSecret.copied'), t('webhookSecret.copyFailed'));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('webhookSecret.title')}
      description={t('webhookSecret.description')}
      footer={
        <>
          <Button icon={<CopyIcon aria-hidden="true" />} onClick={() => void copy()}>
            {t('action.copy')}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t('webhookSecret.done')}
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        <Callout tone="warning">{t('webhookSecret.once')}</Callout>
        <Code>{secret}</Code>
      </Stack>
    </Dialog>
  );
}
