import { CopyIcon, EyeIcon, IconButton, PencilIcon, TrashIcon } from '@khmer-learning/ui-kit';

export interface RowButtonProps {
  /** The name of the row's item, for screen readers: `First Words`. */
  name: string;
  /** The action is in progress. */
  loading?: boolean;
  onClick: () => void;
}

/** The `Edit` button of a row. */
export function EditButton({ name, ...rest }: RowButtonProps) {
  return (
    <IconButton
      size="small"
      label={`Edit ${name}`}
      tooltip="Edit"
      icon={<PencilIcon aria-hidden="true" />}
      {...rest}
    />
  );
}

export interface ViewButtonProps extends RowButtonProps {
  /** The tooltip: `View lessons`. */
  tooltip: string;
}

/** The `View` button of a row. */
export function ViewButton({ name, ...rest }: ViewButtonProps) {
  return <IconButton size="small" label={`View ${name}`} icon={<EyeIcon aria-hidden="true" />} {...rest} />;
}

/** The `Duplicate` button of a row. */
export function DuplicateButton({ name, ...rest }: RowButtonProps) {
  return (
    <IconButton
      size="small"
      label={`Duplicate ${name}`}
      tooltip="Duplicate"
      icon={<CopyIcon aria-hidden="true" />}
      {...rest}
    />
  );
}

/** The `Delete` button of a row. It should open a confirmation. */
export function DeleteButton({ name, ...rest }: RowButtonProps) {
  return (
    <IconButton
      size="small"
      dangerous
      label={`Delete ${name}`}
      tooltip="Delete"
      icon={<TrashIcon aria-hidden="true" />}
      {...rest}
    />
  );
}
