import { ItemPresence, ItemPresenceMark } from '@khmer-learning/console-kit';
import { Inline, Text } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';
import { exampleIds } from '../example-api.ts';

export const itemPresencePage = defineComponentPage({
  components: { ItemPresence, ItemPresenceMark },
  purpose: 'Who else has an item open: in the head of its form, and as a mark in a list.',
  examples: {
    default: () => <ItemPresence entity="lesson" id={exampleIds.filled} />,
    'in a list': () => (
      <Inline>
        <Text>Greetings</Text>
        <ItemPresenceMark entity="lesson" id={exampleIds.filled} />
      </Inline>
    ),
    empty: () => <ItemPresence entity="lesson" id={exampleIds.empty} />,
  },
  keyboard: {},
  dos: ['Put ItemPresence into the head of a form: it also tells others that the item is open here.'],
  donts: ['Do not show an error without it: nothing is shown while it is not known who has the item open.'],
});
