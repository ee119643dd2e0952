import * as kit from '@khmer-learning/ui-kit';
import { CardGrid, Inline, Text } from '@khmer-learning/ui-kit';
import { createElement } from 'react';
import { defineComponentPage } from '../component-page.ts';

const isIcon = (entry: [string, unknown]): entry is [string, typeof kit.PlusIcon] =>
  entry[0].endsWith('Icon');
const icons = Object.entries(kit).filter(isIcon);

export const iconsPage = defineComponentPage({
  components: { Icons: null, ...Object.fromEntries(icons) },
  purpose: 'The icons of the console, from Lucide.',
  examples: {
    default: () => (
      <CardGrid minColumnWidth="11rem">
        {icons.map(([name, icon]) => (
          <Inline key={name} wrap={false}>
            {createElement(icon, { 'aria-hidden': true, size: 18 })}
            <Text as="span" size="small">
              {name}
            </Text>
          </Inline>
        ))}
      </CardGrid>
    ),
  },
  keyboard: {},
  dos: ['Set aria-hidden="true": the text beside it or the label of the button has the meaning.'],
  donts: ['Do not import Lucide in a remote: add the icon to icons.ts.'],
});
