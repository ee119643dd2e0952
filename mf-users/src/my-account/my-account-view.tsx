import { zodResolver } from '@hookform/resolvers/zod';
import { StaleVersionDialog, useSave } from '@khmer-learning/console-kit';
import { ApiError, useApi, useSession, useUnsavedChangesGuard } from '@khmer-learning/console-sdk';
import {
  accountGet,
  accountUpdate,
  messages,
  type RequestOf,
  specificErrorCodes,
  type User,
  userMessages,
} from '@khmer-learning/contracts';
import { Button, Card, Inline, KeyRoundIcon, Stack, Text, ViewBody } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { FormProvider, useForm } from 'react-hook-form';
import { Loaded } from '../loaded.tsx';
import { message, useMessages } from '../messages/messages.ts';
import { SecondFactorCards } from '../second-factor/second-factor-cards.tsx';
import { ChangePasswordDialog } from '../users/change-password-dialog.tsx';
import { PersonFields } from '../users/person-fields.tsx';
import { createAccountFormSchema, isEmailChanged, type PersonValues } from '../users/user-form.schema.ts';
import { useAccount } from './account.api.ts';
import { OwnSessions } from './own-sessions.tsx';

export function MyAccountView() {
  const t = useMessages();
  const session = useSession();
  const account = useAccount();
  const { data: user } = account;
  const [isChangingPassword, setChangingPassword] = useState(false);
  return (
    <ViewBody>
      <Card title={t('myAccountView.profile')}>
        <Loaded query={account} subject={t('myAccountView.account')} height="12rem">
          {(loaded) => (
            <ProfileForm key={loaded.version} user={loaded} onReload={() => void account.refetch()} />
          )}
        </Loaded>
      </Card>
      <Card title={t('field.password')}>
        <Inline justify="between">
          <Text muted>{t('myAccountView.passwordHint')}</Text>
          <Button
            icon={<KeyRoundIcon aria-hidden="true" />}
            disabled={user === undefined}
            onClick={() => setChangingPassword(true)}
          >
            {t('action.changePassword')}
          </Button>
        </Inline>
      </Card>
      <SecondFactorCards onChanged={session.refresh} />
      <OwnSessions />
      {user !== undefined && isChangingPassword ? (
        <ChangePasswordDialog user={user} onClose={() => setChangingPassword(false)} />
      ) : null}
    </ViewBody>
  );
}

const accountMessages = {
  created: messages.account.updated,
  updated: messages.account.updated,
  createFailed: messages.account.updateFailed,
  updateFailed: messages.account.updateFailed,
};

type Body = RequestOf<typeof accountUpdate>['body'];

function ProfileForm({ user, onReload }: { user: User; onReload: () => void }) {
  const t = useMessages();
  const api = useApi();
  const session = useSession();
  const { firstName, lastName, email, version } = user;
  const form = useForm<PersonValues>({
    resolver: zodResolver(createAccountFormSchema(user)),
    defaultValues: { firstName, lastName, email, currentPassword: '' },
  });
  const { isDirty } = form.formState;
  useUnsavedChangesGuard(isDirty);
  const update = (body: Body, expected: number | undefined) =>
    api.call(accountUpdate, { body }, { version: expected });
  const { save, isSaving, stale, keepEditing, overwrite } = useSave<Body, PersonValues, PersonValues>({
    form,
    calls: {
      create: (body) => update(body, undefined),
      update: (_id, body, expected) => update(body, expected),
    },
    messages: accountMessages,
    changes: ['user'],
    onSaved: () => {
      const values = form.getValues();
      // At once: signing out with unsaved changes would ask for confirmation.
      flushSync(() => form.reset({ ...values, currentPassword: '' }));
      if (!isEmailChanged(values.email, user)) return void session.refresh();
      void session.signOut({ notice: message('myAccountView.signInAgain') });
    },
    onSaveError: (error) => {
      if (!(error instanceof ApiError) || error.userMessage === undefined) return;
      const field = error.code === specificErrorCodes.wrongPassword ? 'currentPassword' : 'email';
      if (field === 'email' && error.userMessage !== userMessages.emailTaken) return;
      form.setError(field, { message: error.userMessage }, { shouldFocus: true });
    },
  });
  const submit = form.handleSubmit(({ currentPassword, ...person }) => {
    const body = { ...person, ...(currentPassword === '' ? {} : { currentPassword }) };
    save({ id: user.id, body, version });
  });

  return (
    <FormProvider {...form}>
      <form noValidate aria-label={t('myAccountView.profile')} onSubmit={submit}>
        <Stack gap={4}>
          <PersonFields user={user} emailHint={t('myAccountView.emailHint')} />
          <Inline justify="end">
            <Button
              type="submit"
              variant="primary"
              disabled={!isDirty}
              loading={isSaving}
              loadingLabel={t('action.saving')}
            >
              {t('action.saveChanges')}
            </Button>
          </Inline>
        </Stack>
      </form>
      {stale === null ? null : (
        <StaleVersionDialog
          itemType={t('itemType.account')}
          reloadHint={t('staleVersion.reloadHint')}
          compare={async () => {
            const theirs = await api.call(accountGet);
            return {
              version: theirs.version,
              fields: [
                { label: t('field.firstName'), theirs: theirs.firstName, yours: stale.body.firstName ?? '' },
                { label: t('field.lastName'), theirs: theirs.lastName, yours: stale.body.lastName ?? '' },
                { label: t('field.email'), theirs: theirs.email, yours: stale.body.email ?? '' },
              ],
            };
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
    </FormProvider>
  );
}
