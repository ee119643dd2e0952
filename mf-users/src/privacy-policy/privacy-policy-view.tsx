import { zodResolver } from '@hookform/resolvers/zod';
import { StaleVersionDialog, useApiQuery, useSave } from '@khmer-learning/console-kit';
import { queryKeys, useApi, useUnsavedChangesGuard } from '@khmer-learning/console-sdk';
import {
  type PrivacyPolicy,
  privacyPolicyBody,
  privacyPolicyGet,
  privacyPolicyPage,
  privacyPolicyUpdate,
  type RequestOf,
} from '@khmer-learning/contracts';
import { Button, Card, FormField, Inline, Stack, TextArea, TextLink, ViewBody } from '@khmer-learning/ui-kit';
import { useForm } from 'react-hook-form';
import { Loaded } from '../loaded.tsx';
import { message, useMessages } from '../messages/messages.ts';

type Body = RequestOf<typeof privacyPolicyUpdate>['body'];

const privacyPolicyKeys = queryKeys('privacy-policy', ['privacy-policy']);
/** There is one privacy policy. */
const policyId = 1;

function policyMessages() {
  const saved = message('privacyPolicyView.saved');
  const failed = message('privacyPolicyView.failed');
  return { created: saved, updated: saved, createFailed: failed, updateFailed: failed };
}

/** The text of the school's privacy policy, which `/privacy-policy` shows to learners. */
export function PrivacyPolicyView() {
  const t = useMessages();
  const stored = useApiQuery(privacyPolicyGet, { queryKey: privacyPolicyKeys.all });
  return (
    <ViewBody>
      <Card>
        <Loaded query={stored} subject={t('privacyPolicyView.policy')} height="16rem">
          {(policy) => <PrivacyPolicyForm policy={policy} onReload={() => void stored.refetch()} />}
        </Loaded>
      </Card>
    </ViewBody>
  );
}

function PrivacyPolicyForm({ policy, onReload }: { policy: PrivacyPolicy; onReload: () => void }) {
  const t = useMessages();
  const api = useApi();
  const { text, version } = policy;
  const form = useForm<Body>({ resolver: zodResolver(privacyPolicyBody), values: { text } });
  const { errors, isDirty } = form.formState;
  useUnsavedChangesGuard(isDirty);
  const update = (body: Body, expected: number | undefined) =>
    api.call(privacyPolicyUpdate, { body }, { version: expected });
  const { save, isSaving, stale, keepEditing, overwrite } = useSave<Body, Body, Body>({
    form,
    calls: {
      create: (body) => update(body, undefined),
      update: (_id, body, expected) => update(body, expected),
    },
    messages: policyMessages(),
    changes: ['privacy-policy'],
    onSaved: () => form.reset(form.getValues()),
  });

  return (
    <form noValidate onSubmit={form.handleSubmit((body) => save({ id: policyId, body, version }))}>
      <Stack gap={4}>
        <FormField
          label={t('privacyPolicyView.text')}
          hint={t('privacyPolicyView.hint')}
          error={errors.text?.message}
        >
          <TextArea rows={16} {...form.register('text')} />
        </FormField>
        <Inline justify="between">
          <TextLink href={privacyPolicyPage.path} target="_blank" rel="noopener">
            {t('privacyPolicyView.open')}
          </TextLink>
          <Button type="submit" variant="primary" loading={isSaving} loadingLabel={t('action.saving')}>
            {t('action.save')}
          </Button>
        </Inline>
      </Stack>
      {stale === null ? null : (
        <StaleVersionDialog
          itemType={t('itemType.privacyPolicy')}
          reloadHint={t('staleVersion.reloadHint')}
          compare={async () => {
            const theirs = await api.call(privacyPolicyGet);
            const fields = [
              { label: t('privacyPolicyView.text'), theirs: theirs.text, yours: stale.body.text },
            ];
            return { version: theirs.version, fields };
          }}
          onKeepEditing={keepEditing}
          onReload={() => {
            keepEditing();
            form.reset();
            onReload();
          }}
          onOverwrite={overwrite}
        />
      )}
    </form>
  );
}
