import type { ExtensionItem } from '@khmer-learning/console-sdk';
import {
  isRowAction,
  ManifestIcon,
  type ProvidedExtension,
  type RowAction,
  type RowActionProps,
  useExtensionSource,
  useExtensions,
} from '@khmer-learning/console-sdk';
import { IconButton, toast } from '@khmer-learning/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { type ComponentType, Suspense, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';

export interface RowActionsProps {
  /** The entity of the list's items: `lesson`. */
  entity: string;
  item: ExtensionItem;
}

/** The buttons that other remotes add to a row: render it after the row's own buttons. */
export function RowActions({ entity, item }: RowActionsProps) {
  return useExtensions(isRowAction)
    .filter(({ extension }) => extension.entity === entity)
    .map((provided) => (
      <RowActionButton key={`${provided.remote}/${provided.extension.id}`} provided={provided} item={item} />
    ));
}

interface RowActionButtonProps {
  provided: ProvidedExtension<RowAction>;
  item: ExtensionItem;
}

/** Loads the action's code and runs it. A failure is a toast. */
function RowActionButton({ provided: { remote, extension }, item }: RowActionButtonProps) {
  const { load, reportCrash } = useExtensionSource();
  const [Action, setAction] = useState<ComponentType<RowActionProps> | null>(null);
  const showFailure = () => toast.error(`${extension.label} is not available right now.`);
  const opening = useMutation({
    mutationFn: () => load({ remote, extension }),
    // Wrapped in a function, because React calls a function that is set as state.
    onSuccess: (component) => setAction(() => component),
    onError: showFailure,
  });
  return (
    <>
      <IconButton
        size="small"
        label={`${extension.label}: ${item.name}`}
        tooltip={extension.label}
        icon={<ManifestIcon name={extension.icon} />}
        loading={opening.isPending}
        onClick={() => opening.mutate()}
      />
      {Action === null ? null : (
        <ErrorBoundary
          fallback={null}
          onError={(error) => {
            console.error(`row-action ${extension.id} of ${remote} failed`, error);
            reportCrash({ remote, extension }, error);
            showFailure();
            setAction(null);
          }}
        >
          <Suspense fallback={null}>
            <Action item={item} onClose={() => setAction(null)} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}
