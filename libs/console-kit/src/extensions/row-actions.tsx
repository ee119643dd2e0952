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
import { MenuItem, toast } from '@khmer-learning/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { type ComponentType, Suspense, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { message } from '../messages/messages.ts';

type ProvidedAction = ProvidedExtension<RowAction>;

const showFailure = ({ extension }: ProvidedAction) =>
  toast.error(message('rowActions.failed', { action: extension.label }));

/**
 * The actions that other remotes add to a row. Choosing one loads its code and runs it. A failure is a toast.
 * @param row the entity of the list's items and the row's item; undefined for a list without extensions
 * @returns `items` for the row's menu, the `running` action to render outside the menu, and `isLoading`
 */
export function useRowActions(row: { entity: string; item: ExtensionItem } | undefined) {
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
