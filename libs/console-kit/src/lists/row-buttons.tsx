import { CopyIcon, EyeIcon, IconButton, PencilIcon } from '@khmer-learning/ui-kit';
import { useMessages } from '../messages/messages.ts';

export interface RowButtonProps {
  /** The name of the row's item, for screen readers: `First Words`. */
  name: string;
  loading?: boolean;
  onClick: () => void;
}

/** The `Edit` button of a row. On a narrow screen it is hidden in a table whose rows open, because a tap does the same. */
export function EditButton({ name, ...rest }: RowButtonProps) {
  const t = useMessages();
  return (
    <IconButton
      size="small"
      label={t('editButton.label', { name })}
      tooltip={t('editButton.tooltip')}
      icon={<PencilIcon aria-hidden="true" />}
      data-opens-row=""
      {...rest}
    />
  );
}

export interface ViewButtonProps extends RowButtonProps {
  /** The tooltip: `View detail`. */
  tooltip: string;
}

/** The `Duplicate` button of a part of a form. */
export function DuplicateButton({ name, ...rest }: RowButtonProps) {
  const t = useMessages();
  return (
    <IconButton
      size="small"
      label={t('duplicateButton.label', { name })}
      tooltip={t('duplicateButton.tooltip')}
      icon={<CopyIcon aria-hidden="true" />}
      {...rest}
    />
  );
}

/** The `View` button of a row without an editor. */
export function ViewButton({ name, ...rest }: ViewButtonProps) {
  const t = useMessages();
  return (
    <IconButton
      size="small"
      label={t('viewButton.label', { name })}
      icon={<EyeIcon aria-hidden="true" />}
      {...rest}
    />
  );
}
