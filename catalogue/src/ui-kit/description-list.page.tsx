import { DescriptionList, StatusBadge } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';
import { khmerSentence, longWord } from '../sample-texts.ts';

export const descriptionListPage = defineComponentPage({
  components: { DescriptionList },
  purpose: 'The values of one item.',
  examples: {
    default: () => (
      <DescriptionList
        items={[
          { term: 'Lesson', detail: 'Greetings' },
          { term: 'Status', detail: <StatusBadge status="published" /> },
        ]}
      />
    ),
    'long text': () => <DescriptionList items={[{ term: 'Explanation of the word', detail: longWord }]} />,
    'Khmer text': () => (
      <DescriptionList items={[{ term: 'Translation', detail: <span lang="km">{khmerSentence}</span> }]} />
    ),
  },
  keyboard: {},
  dos: ['Say what a missing value means: Never, None.'],
  donts: ['Do not use it to edit values: use FormField.'],
});
