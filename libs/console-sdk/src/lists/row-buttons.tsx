import { CopyIcon, EyeIcon, IconButton, PencilIcon, TrashIcon } from '@khmer-learning/ui-kit';

export interface RowButtonProps {
  /** What the row is called, for screen readers: `First Words`. */
  name: string;
  /** The press is being carried out. */
  loading?: boolean;
  onClick: () => void;
}

/** Edits a row's item. */
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
  /** What is shown: `View lessons`. */
  tooltip: string;
}

/** Shows what belongs to a row's item. */
export function ViewButton({ name, ...rest }: ViewButtonProps) {
  return <IconButton size="small" label={`View ${name}`} icon={<EyeIcon aria-hidden="true" />} {...rest} />;
}

/** Makes another of a row's item. */
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

/** Asks whether to delete a row's item. */
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
