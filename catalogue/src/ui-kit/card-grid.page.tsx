import { Card, CardGrid, Text } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';

export const cardGridPage = defineComponentPage({
  components: { CardGrid },
  purpose: 'Cards side by side, in as many columns as fit.',
  examples: {
    default: () => (
      <CardGrid>
        {['Lessons', 'Quizzes', 'Users', 'Purchases'].map((title) => (
          <Card key={title} title={title}>
            <Text>Content</Text>
          </Card>
        ))}
      </CardGrid>
    ),
    'wide columns': () => (
      <CardGrid minColumnWidth="25rem">
        {['Lessons', 'Quizzes'].map((title) => (
          <Card key={title} title={title}>
            <Text>Content</Text>
          </Card>
        ))}
      </CardGrid>
    ),
  },
  keyboard: {},
  dos: ['Set minColumnWidth for the widest content.'],
  donts: ['Do not set numbers of columns for screen sizes.'],
});
