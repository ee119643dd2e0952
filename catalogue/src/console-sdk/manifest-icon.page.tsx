import { ManifestIcon, viewIconNames } from '@khmer-learning/console-sdk';
import { CardGrid, Inline, Text } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';

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
