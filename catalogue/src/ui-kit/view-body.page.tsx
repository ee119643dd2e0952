import { Card, Text, Toolbar, ViewBody } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';

export const viewBodyPage = defineComponentPage({
  components: { ViewBody },
  purpose: 'The content of a view, with the padding of the console.',
  examples: {
    default: () => (
      <ViewBody>
        <Toolbar actions={<Text>Toolbar</Text>} />
        <Card title="Lessons">
          <Text>Content</Text>
        </Card>
      </ViewBody>
    ),
  },
  keyboard: {},
  dos: ['Render one as the outermost element of a view.'],
  donts: ['Do not add a heading: the header has the title of the view.'],
});
