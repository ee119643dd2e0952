import { zodResolver } from '@hookform/resolvers/zod';
import { showServerIssues } from '@khmer-learning/console-kit';
import { ApiError, useApi, useApiMutation } from '@khmer-learning/console-sdk';
import {
  accountPasskeyAdd,
  accountPasskeyBegin,
  accountPasskeyRename,
  type Passkey,
} from '@khmer-learning/contracts';
import { FormField, TextInput, toast } from '@khmer-learning/ui-kit';
import { startRegistration } from '@simplewebauthn/browser';
import { useForm } from 'react-hook-form';
import { FormDialog } from '../form-dialog.tsx';
import { message, useMessages } from '../messages/messages.ts';
import { describeUserAgent } from '../my-account/describe-user-agent.ts';
import { secondFactorKeys } from './second-factor.api.ts';

interface PasskeyDialogProps {
  /** The one to rename; absent to add one. */
  passkey: Passkey | undefined;
  /** Called with the recovery codes that come with the first second factor. */
  onDone: (recoveryCodes: string[] | undefined) => void;
  onClose: () => void;
}

/** Names a passkey, and lets the browser make it if there is none yet. */
export function PasskeyDialog({ passkey, onDone, onClose }: PasskeyDialogProps) {
  const t = useMessages();
  const api = useApi();
  const form = useForm({
    resolver: zodResolver(accountPasskeyRename.body),
    defaultValues: { name: passkey?.name ?? describeUserAgent(navigator.userAgent) },
  });

  async function save(name: string): Promise<string[] | undefined> {
    if (passkey !== undefined) {
      await api.call(accountPasskeyRename, { params: { id: passkey.id }, body: { name } });
      return undefined;
    }
    const optionsJSON = await api.call(accountPasskeyBegin);
    const { id, response } = await startRegistration({ optionsJSON });
    return (await api.call(accountPasskeyAdd, { body: { name, id, response } })).recoveryCodes;
  }
  const { mutate, isPending } = useApiMutation({
    call: save,
    successMessage: () => message(passkey ? 'passkeyDialog.renamed' : 'passkeyDialog.added'),
    failureMessage: message(passkey ? 'secondFactor.failed' : 'passkeyDialog.failed'),
    invalidates: [secondFactorKeys.all],
    onSuccess: onDone,
    onError: (error) => {
      // The browser found one of `excludeCredentials`.
      const isKnown = error.name === 'InvalidStateError';
      if (isKnown) toast.error(message('passkeyDialog.exists'));
      showServerIssues(form, error);
      return isKnown || (error instanceof ApiError && error.issues.length > 0);
    },
  });
  return (
    <FormDialog
      title={t(passkey ? 'passkeyDialog.rename' : 'action.addPasskey')}
      description={passkey ? undefined : t('passkeyDialog.description')}
      submitLabel={t(passkey ? 'action.save' : 'passkeyDialog.continue')}
      submittingLabel={t(passkey ? 'action.saving' : 'passkeyDialog.waiting')}
      isPending={isPending}
      onSubmit={form.handleSubmit(({ name }) => mutate(name))}
      onClose={onClose}
    >
      <FormField
        label={t('field.name')}
        hint={t('passkeyDialog.nameHint')}
        required
        error={form.formState.errors.name?.message}
      >
        <TextInput {...form.register('name')} />
      </FormField>
    </FormDialog>
  );
}
