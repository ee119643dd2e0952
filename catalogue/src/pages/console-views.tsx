import { FormPanels, RowMenu } from '@khmer-learning/console-kit';
import { ExtensionPart, ManifestIcon, ViewErrorBoundary, viewIconNames } from '@khmer-learning/console-sdk';
import { Button, Callout, CardGrid, Inline, Skeleton, Stack, Text } from '@khmer-learning/ui-kit';
import { useState } from 'react';
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

export const manifestIconPage = defineComponentPage({
  components: { ManifestIcon },
  purpose: 'An icon that a manifest names, for views and extensions.',
  examples: {
    default: () => (
      <CardGrid minColumnWidth="9rem">
        {viewIconNames.map((name) => (
          <Inline key={name}>
            <ManifestIcon name={name} />
            <Text as="span" size="small">
              {name}
            </Text>
          </Inline>
        ))}
      </CardGrid>
    ),
  },
  keyboard: {},
  dos: ['Show a text beside it: screen readers skip the icon.'],
  donts: ['Do not use one icon for two views of a sidebar.'],
});

function Fragile() {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) throw new Error('This example throws on purpose');
  return (
    <Button variant="danger" onClick={() => setBroken(true)}>
      Throw an error
    </Button>
  );
}

export const viewErrorBoundaryPage = defineComponentPage({
  components: { ViewErrorBoundary },
  purpose: 'Keeps the failure of a view in that view.',
  examples: {
    default: () => (
      <ViewErrorBoundary label="Lessons">
        <Text>The view</Text>
      </ViewErrorBoundary>
    ),
    error: () => (
      <ViewErrorBoundary label="Lessons">
        <Fragile />
      </ViewErrorBoundary>
    ),
  },
  keyboard: { 'Enter, Space': 'Tries again.' },
  dos: ['Use it around a part that may fail alone.'],
  donts: ['Do not wrap a whole view: the shell does.'],
});
