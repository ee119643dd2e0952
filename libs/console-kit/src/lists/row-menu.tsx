import type { ExtensionItem } from '@khmer-learning/console-sdk';
import {
  DropdownMenu,
  EllipsisIcon,
  IconButton,
  MenuItem,
  MenuSeparator,
  TrashIcon,
} from '@khmer-learning/ui-kit';
import type { ReactNode } from 'react';
import { useRowActions } from '../extensions/row-actions.tsx';
import { useMessages } from '../messages/messages.ts';

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
  /** An action is in progress. */
  loading?: boolean;
}

/**
 * The menu of a row: its own actions, those of other remotes, and apart from them the one that deletes. Without any action
 * it shows nothing.
 */
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
