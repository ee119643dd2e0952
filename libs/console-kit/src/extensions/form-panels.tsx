import type { ExtensionItem } from '@khmer-learning/console-sdk';
import { ExtensionPart, isFormPanel, useExtensions } from '@khmer-learning/console-sdk';
import { ErrorPanel, Skeleton } from '@khmer-learning/ui-kit';
import { ClosedPanel } from '../layout/closed-panel.tsx';
import { useMessages } from '../messages/messages.ts';

export interface FormPanelsProps {
  /** The entity of the item: `lesson`. */
  entity: string;
  item: ExtensionItem;
}

/** The panels that other remotes add to the form or details of an item. Render them below the fields. */
export function FormPanels({ entity, item }: FormPanelsProps) {
  const t = useMessages();
  return useExtensions(isFormPanel)
    .filter(({ extension }) => extension.entity === entity)
    .map((provided) => (
      <ClosedPanel key={`${provided.remote}/${provided.extension.id}`} title={provided.extension.title}>
        {() => (
          <ExtensionPart
            extension={provided}
            props={{ item }}
            loading={<Skeleton height="6rem" />}
            failed={(retry, retrying) => (
              <ErrorPanel
                title={t('formPanels.failed', { title: provided.extension.title })}
                message={t('formPanels.failedHint')}
                onRetry={retry}
                retrying={retrying}
              />
            )}
          />
        )}
      </ClosedPanel>
    ));
}
