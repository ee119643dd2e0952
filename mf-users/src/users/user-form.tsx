import { zodResolver } from '@hookform/resolvers/zod';
import {
  EditDialog,
  FormPanels,
  ItemAuditLog,
  type ItemFormProps,
  ItemHead,
  type MergeShape,
  prepareMerge,
  SaveButton,
  StaleVersionDialog,
  useSave,
} from '@khmer-learning/console-kit';
import { ApiError, useApi, useSession } from '@khmer-learning/console-sdk';
import {
  messages,
  type Rights,
  specificErrorCodes,
  type User,
  userMessages,
} from '@khmer-learning/contracts';
import { Button, KeyRoundIcon } from '@khmer-learning/ui-kit';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FormProvider, useForm } from 'react-hook-form';
import { message, useMessages } from '../messages/messages.ts';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { InvitationActions } from './invitation-actions.tsx';
import { SecondFactorReset } from './second-factor-reset.tsx';
import { UserFields } from './user-fields.tsx';
import {
  areRightsChanged,
  createUserFormSchema,
  isEmailChanged,
  type UserFormOutput,
  type UserFormValues,
  userDefaultValues,
} from './user-form.schema.ts';
import { fullName, rightsLabels, roleLabel } from './user-labels.ts';
import { UserStatusToggle } from './user-status-toggle.tsx';
import { useFetchUser, userMutations } from './users.api.ts';

/** The form of a user. Of a student, only the status can be changed. */
export function UserForm({ item, onClose, onReload }: ItemFormProps<User>) {
  const t = useMessages();
  const formId = useId();
  // The user changes when they are activated or deactivated while the form is open, and when a newer version is merged.
  const [user, setUser] = useState(item);
  /** The newer version that the signed-in user has seen. */
  const seen = useRef<User | null>(null);
  const isEditable = user === null || user.role !== 'student';
  const [isChangingPassword, setChangingPassword] = useState(false);
  const session = useSession();

  const form = useForm<UserFormValues, unknown, UserFormOutput>({
    resolver: zodResolver(createUserFormSchema(user)),
    defaultValues: userDefaultValues(item),
  });
  const { save, isSaving, stale, keepEditing, overwrite } = useSave({
    form,
    calls: userMutations(useApi()),
    messages: messages.user,
    changes: ['user'],
    onSaved: () => {
      // Close the form first: signing out with unsaved changes would ask for confirmation.
      flushSync(onClose);
      if (item?.id !== session.user.id) return;
      if (isEmailChanged(form.getValues('email'), item))
        return void session.signOut({ notice: message('userForm.signInWithEmail') });
      if (form.getValues('role') !== item.role)
        return void session.signOut({ notice: message('userForm.signInWithRole') });
      void session.refresh();
    },
    onSaveError: (error) => {
      if (!(error instanceof ApiError) || error.userMessage === undefined) return;
      const field = error.code === specificErrorCodes.wrongPassword ? 'currentPassword' : 'email';
      if (field === 'email' && error.userMessage !== userMessages.emailTaken) return;
      form.setError(field, { message: error.userMessage }, { shouldFocus: true });
    },
  });
  const fetchUser = useFetchUser();
  /** Passwords are no part of what is compared and merged. */
  const compare = async (id: number, body: Omit<UserParts, 'rights'>) => {
    const yours = partsOf({ ...body, rights: form.getValues('rights') });
    const theirs = await fetchUser(id);
    const versions = {
      base: user === null ? undefined : partsOf(user),
      mine: yours,
      theirs: partsOf(theirs),
    };
    const merging = await prepareMerge(userShape(), versions);
    seen.current = theirs;
    return { version: theirs.version, fields: compareUsers(theirs, yours), merging };
  };
  const takeMerged = (merged: unknown) => {
    keepEditing();
    setUser(seen.current);
    for (const [name, value] of Object.entries(merged as UserParts))
      form.setValue(name as keyof UserParts, value, { shouldDirty: true });
  };
  const submit = form.handleSubmit(({ rights, ...body }) => {
    const isChanged = body.role === 'teacher' && areRightsChanged(rights, user);
    save({
      id: user?.id ?? null,
      body: { ...body, ...(isChanged ? { rights } : {}) },
      version: user?.version,
    });
  });

  return (
    <EditDialog
      title={t(user === null ? 'userForm.create' : 'userForm.edit')}
      {...(user === null ? {} : { description: headOf(user, isEditable) })}
      dirty={form.formState.isDirty}
      saving={isSaving}
      onClose={onClose}
      footer={
        <>
          {user === null ? null : user.invitedUntil === undefined ? (
            <UserStatusToggle user={user} onChanged={setUser} />
          ) : (
            <InvitationActions user={user} onResent={setUser} onRevoked={() => flushSync(onClose)} />
          )}
          {user?.role === 'admin' && user.invitedUntil === undefined ? (
            <Button icon={<KeyRoundIcon aria-hidden="true" />} onClick={() => setChangingPassword(true)}>
              {t('action.changePassword')}
            </Button>
          ) : null}
          {user?.hasSecondFactor && user.id !== session.user.id ? (
            <SecondFactorReset user={user} onReset={() => setUser({ ...user, hasSecondFactor: false })} />
          ) : null}
          {isEditable ? (
            <SaveButton form={formId} loading={isSaving}>
              {t(user === null ? 'userForm.submitNew' : 'action.saveChanges')}
            </SaveButton>
          ) : null}
        </>
      }
    >
      <FormProvider {...form}>
        <form id={formId} noValidate onSubmit={submit}>
          <UserFields user={user} disabled={!isEditable} />
        </form>
      </FormProvider>
      {user === null ? null : <FormPanels entity="user" item={{ id: user.id, name: fullName(user) }} />}
      {user === null ? null : <ItemAuditLog entity="user" entityId={user.id} />}
      {user !== null && isChangingPassword ? (
        <ChangePasswordDialog user={user} onClose={() => setChangingPassword(false)} />
      ) : null}
      {stale === null ? null : (
        <StaleVersionDialog
          itemType={t('itemType.user')}
          reloadHint={t('staleVersion.reloadHint')}
          compare={() => compare(stale.id, stale.body)}
          onMerge={takeMerged}
          onKeepEditing={keepEditing}
          onReload={() => {
            keepEditing();
            onReload();
          }}
          onOverwrite={overwrite}
        />
      )}
    </EditDialog>
  );
}

const headOf = (user: User, isEditable: boolean) => (
  <>
    <ItemHead title={fullName(user)} savedAt={user.updatedAt} />
    {isEditable ? null : message('userForm.readOnly')}
  </>
);

type UserParts = Pick<User, 'firstName' | 'lastName' | 'email' | 'role'> & { rights: Rights | null };

const partsOf = ({
  rights = null,
  ...user
}: Omit<UserParts, 'rights'> & { rights?: Rights | null | undefined }): UserParts => {
  const { firstName, lastName, email, role } = user;
  return { firstName, lastName, email, role, rights };
};

/** What was taken from a teacher; empty for nothing. */
const formatRights = (rights: Rights | null) => rightsLabels(rights).join(', ');

const userShape = (): MergeShape => ({
  kind: 'record',
  fields: {
    firstName: { kind: 'value', label: message('field.firstName'), format: String },
    lastName: { kind: 'value', label: message('field.lastName'), format: String },
    email: { kind: 'value', label: message('field.email'), format: String },
    role: { kind: 'value', label: message('field.role'), format: roleLabel },
    rights: { kind: 'value', label: message('rightsLabel.title'), format: formatRights },
  },
});

/** Compares the stored user with the rejected edit (version conflict). The status is not edited in the form. */
const compareUsers = (theirs: User, yours: UserParts) => [
  { label: message('field.firstName'), theirs: theirs.firstName, yours: yours.firstName },
  { label: message('field.lastName'), theirs: theirs.lastName, yours: yours.lastName },
  { label: message('field.email'), theirs: theirs.email, yours: yours.email },
  { label: message('field.role'), theirs: roleLabel(theirs.role), yours: roleLabel(yours.role) },
  ...(theirs.rights || yours.rights
    ? [
        {
          label: message('rightsLabel.title'),
          theirs: formatRights(theirs.rights ?? null),
          yours: formatRights(yours.rights),
        },
      ]
    : []),
];
