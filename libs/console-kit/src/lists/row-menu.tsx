import {
  type ExtensionItem,
  isRowAction,
  ManifestIcon,
  type ProvidedExtension,
  type RowAction,
  type RowActionProps,
  useExtensionSource,
  useExtensions,
} from '@khmer-learning/console-sdk';
import {
  DropdownMenu,
  EllipsisIcon,
  IconButton,
  MenuItem,
  MenuSeparator,
  TrashIcon,
  toast,
} from '@khmer-learning/ui-kit';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type ComponentType, Suspense, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { message, useMessages } from '../messages/messages.ts';

export interface RowMenuProps {
  /** The name of the row's item, for screen readers: `First Words`. */
  name: string;
  /** The row's own actions: `MenuItem`s. */
  children?: ReactNode;
  /** The row's entity and item, for the actions that other remotes add. */
  extensions?: { entity: string; item: ExtensionItem };
  /** Adds the action that deletes the item, as the last one. It should open a confirmation. */
  onDelete?: () => void;
  /** The label of `onDelete`. Default: `Delete`. */
  deleteLabel?: string;
  loading?: boolean;
}

/** The menu of a row: its own actions, those of other remotes, and apart from them the one that deletes. Without any, nothing. */
export function RowMenu({
  name,
  children,
  extensions,
  onDelete,
  deleteLabel,
  loading = false,
}: RowMenuProps) {
  const t = useMessages();
  const added = useRowActions(extensions);
  const hasActions = children !== undefined || added.items.length > 0;
  if (!hasActions && onDelete === undefined) return null;
  return (
    <>
      <DropdownMenu
        trigger={
          <IconButton
            size="small"
            label={t('rowMenu.label', { name })}
            tooltip={t('rowMenu.tooltip')}
            icon={<EllipsisIcon aria-hidden="true" />}
            loading={loading || added.isLoading}
          />
        }
      >
        {children}
        {added.items}
        {onDelete === undefined ? null : (
          <>
            {hasActions ? <MenuSeparator /> : null}
            <MenuItem dangerous icon={<TrashIcon aria-hidden="true" />} onSelect={onDelete}>
              {deleteLabel ?? t('action.delete')}
            </MenuItem>
          </>
        )}
      </DropdownMenu>
      {added.running}
    </>
  );
}

type ProvidedAction = ProvidedExtension<RowAction>;

const showFailure = ({ extension }: ProvidedAction) =>
  toast.error(message('rowActions.failed', { action: extension.label }));

/**
 * The actions that other remotes add to a row, loaded when chosen; a failure is a toast. @param row undefined for a list without
 * them
 * @returns `items` for the row's menu, the `running` action to render outside the menu, and `isLoading`
 */
function useRowActions(row: { entity: string; item: ExtensionItem } | undefined) {
  const { load, reportCrash } = useExtensionSource();
  const [running, setRunning] = useState<{
    provided: ProvidedAction;
    Action: ComponentType<RowActionProps>;
  } | null>(null);
  const opening = useMutation({
    mutationFn: async (provided: ProvidedAction) => ({ provided, Action: await load(provided) }),
    onSuccess: setRunning,
    onError: (_error, provided) => showFailure(provided),
  });
  const actions = useExtensions(isRowAction).filter(({ extension }) => extension.entity === row?.entity);
  const close = () => setRunning(null);
  return {
    isLoading: opening.isPending,
    items: actions.map((provided) => (
      <MenuItem
        key={`${provided.remote}/${provided.extension.id}`}
        icon={<ManifestIcon name={provided.extension.icon} />}
        onSelect={() => opening.mutate(provided)}
      >
        {provided.extension.label}
      </MenuItem>
    )),
    running:
      running === null || row === undefined ? null : (
        <ErrorBoundary
          fallback={null}
          onError={(error) => {
            const { remote, extension } = running.provided;
            console.error(`row-action ${extension.id} of ${remote} failed`, error);
            reportCrash({ remote, extension }, error);
            showFailure(running.provided);
            close();
          }}
        >
          <Suspense fallback={null}>
            <running.Action item={row.item} onClose={close} />
          </Suspense>
        </ErrorBoundary>
      ),
  };
}
