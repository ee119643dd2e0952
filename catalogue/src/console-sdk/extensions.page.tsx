import { FormPanels, RowMenu } from '@khmer-learning/console-kit';
import { ExtensionPart } from '@khmer-learning/console-sdk';
import { Button, Callout, Inline, Skeleton, Stack } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';
import { formPanels } from '../example-extensions.tsx';

const item = { id: 1, name: 'Greetings' };

function Places({ entity }: { entity: keyof typeof formPanels }) {
  return (
    <Stack>
      <Inline>
        <RowMenu name={item.name} extensions={{ entity, item }} />
      </Inline>
      <FormPanels entity={entity} item={item} />
      <ExtensionPart
        extension={formPanels[entity]}
        props={{ item }}
        loading={<Skeleton height="3rem" />}
        failed={(retry, retrying) => (
          <Callout tone="danger" title="Games could not be loaded">
            <Button size="small" loading={retrying} onClick={retry}>
              Try again
            </Button>
          </Callout>
        )}
      />
    </Stack>
  );
}

export const extensionsPage = defineComponentPage({
  components: { ExtensionPart, FormPanels },
  purpose: 'What other remotes add to a place, to a form and to a row.',
  examples: {
    default: () => <Places entity="working" />,
    loading: () => <Places entity="loading" />,
    error: () => <Places entity="failing" />,
  },
  keyboard: { 'Enter, Space': 'Opens a panel or starts an action. Its code is loaded then.' },
  dos: ['Put FormPanels below the fields, and pass the item of a row to its RowMenu.'],
  donts: ['Do not render them for new items, which have no id.'],
});
