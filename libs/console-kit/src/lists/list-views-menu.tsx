import { useApi, useApiMutation, userMessageOf, useSession } from '@khmer-learning/console-sdk';
import { type ListView, listViewLimits, listViewMessages, listViews } from '@khmer-learning/contracts';
import {
  Button,
  Callout,
  Checkbox,
  ConfirmDialog,
  DropdownMenu,
  FormField,
  LayersIcon,
  MenuItem,
  MenuRadioGroup,
  MenuSeparator,
  Stack,
  TextInput,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { FormDialog } from '../layout/form-dialog.tsx';
import { message, useMessages as useKitMessages } from '../messages/messages.ts';
import type { ListOfViews } from './use-list-views.ts';
import { useMessages } from './views-messages/messages.ts';

type Opened = 'new' | 'edit' | 'delete' | null;

/** Chooses, saves, shares and deletes the views of a list. */
export default function ListViewsMenu({ list, views }: ListOfViews) {
  const t = useMessages();
  const kit = useKitMessages();
  const api = useApi();
  const { user } = useSession();
  const { current, isChanged, settings } = views;
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  const isDefault = current !== undefined && settings.view === current.id;
  const mayChange = current !== undefined && (current.owner.id === user.id || user.role === 'admin');
  const take = (view: ListView) => {
    views.store(view.id, view);
    views.show(view, 'replace');
  };
  const saving = useApiMutation({
    call: ({ id, version }: ListView) =>
      api.call(listViews.update, { params: { id }, body: views.shown }, { version }),
    successMessage: t('listViews.saved'),
    failureMessage: kit('listViews.saveFailed'),
    onSuccess: take,
    onError: () => void views.reload(),
  });
  const configuring = useApiMutation({
    call: (view: number | null) =>
      api.call(listViews.configure, { params: { list: list.viewId }, body: { view } }),
    successMessage: (_settings, view) => t(view === null ? 'listViews.noDefault' : 'listViews.isDefault'),
    failureMessage: kit('listViews.saveFailed'),
    onSuccess: views.storeSettings,
  });
  const deleting = useApiMutation({
    call: ({ id }: ListView) => api.call(listViews.delete, { params: { id } }),
    successMessage: t('listViews.deleted'),
    failureMessage: kit('listViews.saveFailed'),
    onSuccess: (_answer, { id }) => {
      views.show(null);
      views.store(id, null);
    },
    onError: () => true,
  });
  const nameOf = ({ name, owner, isShared }: ListView) => {
    if (owner.id !== user.id) return t('listViews.of', { name, owner: owner.name });
    return isShared ? t('listViews.ownShared', { name }) : name;
  };
  const label = current?.name ?? kit('listViews.views');
  const choices = [...views.views].sort((a, b) => a.name.localeCompare(b.name));
  return (
    <>
      <DropdownMenu
        trigger={
          <Button
            icon={<LayersIcon aria-hidden="true" />}
            loading={saving.isPending || configuring.isPending}
            style={{ maxWidth: '16rem', overflowWrap: 'anywhere' }}
          >
            {isChanged ? t('listViews.changed', { name: label }) : label}
          </Button>
        }
      >
        <MenuRadioGroup
          label={kit('listViews.views')}
          value={String(current?.id ?? 0)}
          onValueChange={(id) => views.show(choices.find((view) => String(view.id) === id) ?? null)}
          options={[
            { value: '0', label: t('listViews.none') },
            ...choices.map((view) => ({ value: String(view.id), label: nameOf(view) })),
          ]}
        />
        <MenuSeparator />
        {isChanged ? (
          <MenuItem onSelect={() => views.show(current ?? null)}>{t('listViews.restore')}</MenuItem>
        ) : null}
        {isChanged && mayChange ? (
          <MenuItem onSelect={() => saving.mutate(current)}>{t('listViews.save')}</MenuItem>
        ) : null}
        <MenuItem onSelect={() => setOpened('new')}>{t('listViews.saveAs')}</MenuItem>
        {current === undefined && settings.view ? (
          <MenuItem onSelect={() => configuring.mutate(null)}>{t('listViews.clearDefault')}</MenuItem>
        ) : null}
        {current === undefined ? null : (
          <MenuItem onSelect={() => configuring.mutate(isDefault ? null : current.id)}>
            {t(isDefault ? 'listViews.clearDefault' : 'listViews.setDefault')}
          </MenuItem>
        )}
        {mayChange ? (
          <>
            <MenuItem onSelect={() => setOpened('edit')}>{t('listViews.edit')}</MenuItem>
            <MenuItem dangerous onSelect={() => setOpened('delete')}>
              {t('listViews.delete')}
            </MenuItem>
          </>
        ) : null}
      </DropdownMenu>
      {opened === 'new' ? (
        <ViewDialog
          view={null}
          save={(fields) =>
            api.call(listViews.create, { body: { list: list.viewId, ...views.shown, ...fields } })
          }
          onSaved={take}
          onClose={close}
        />
      ) : null}
      {opened === 'edit' && current !== undefined ? (
        <ViewDialog
          view={current}
          save={(body) =>
            api.call(listViews.update, { params: { id: current.id }, body }, { version: current.version })
          }
          onSaved={(view) => views.store(view.id, view)}
          onFailed={views.reload}
          onClose={close}
        />
      ) : null}
      {current === undefined ? null : (
        <ConfirmDialog
          open={opened === 'delete'}
          onOpenChange={(open) => !open && close()}
          title={t('listViews.deleteTitle', { name: current.name })}
          description={t(current.isShared ? 'listViews.deleteShared' : 'listViews.deleteOwn')}
          confirmLabel={t('listViews.delete')}
          dangerous
          onConfirm={() => deleting.mutateAsync(current)}
          describeError={(error) => userMessageOf(error, message('listViews.saveFailed'))}
        />
      )}
    </>
  );
}

type ViewFields = Pick<ListView, 'name' | 'isShared'>;

interface ViewDialogProps {
  /** Null for a new one. */
  view: ListView | null;
  save: (fields: ViewFields) => Promise<ListView>;
  onSaved: (view: ListView) => void;
  onFailed?: () => void;
  onClose: () => void;
}

/** The name of a view, and whether the team has it. */
function ViewDialog({ view, save, onSaved, onFailed, onClose }: ViewDialogProps) {
  const t = useMessages();
  const kit = useKitMessages();
  const [fields, setFields] = useState<ViewFields>({ name: '', isShared: false, ...view });
  const [error, setError] = useState<string | undefined>(undefined);
  const saving = useApiMutation({
    call: save,
    successMessage: t('listViews.saved'),
    failureMessage: kit('listViews.saveFailed'),
    onSuccess: (saved) => {
      onClose();
      onSaved(saved);
    },
    // The dialog shows the failure.
    onError: () => {
      onFailed?.();
      return true;
    },
  });
  const submit = () => {
    const { name, isShared } = fields;
    if (name.trim() === '') setError(listViewMessages.name);
    else saving.mutate({ name: name.trim(), isShared });
  };
  return (
    <FormDialog
      title={t(view === null ? 'listViews.newTitle' : 'listViews.editTitle')}
      action={t('listViews.saveView')}
      isPending={saving.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack gap={4}>
        {saving.error === null ? null : (
          <Callout tone="danger" announce>
            {userMessageOf(saving.error, message('listViews.saveFailed'))}
          </Callout>
        )}
        <FormField label={t('listViews.name')} required error={error}>
          <TextInput
            value={fields.name}
            maxLength={listViewLimits.name}
            onChange={({ target }) => setFields((last) => ({ ...last, name: target.value }))}
          />
        </FormField>
        <Checkbox
          checked={fields.isShared}
          onChange={({ target }) => setFields((last) => ({ ...last, isShared: target.checked }))}
        >
          {t('listViews.share')}
        </Checkbox>
      </Stack>
    </FormDialog>
  );
}
