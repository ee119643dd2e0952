import { Button, Card, Text } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';
import { khmerText, longWord } from '../sample-texts.ts';

export const cardPage = defineComponentPage({
  components: { Card },
  purpose: 'A section of a page.',
  examples: {
    default: () => (
      <Card title="Recent lessons" actions={<Button size="small">Show all</Button>}>
        <Text>Content</Text>
      </Card>
    ),
    'without title': () => (
      <Card>
        <Text>Content</Text>
      </Card>
    ),
    flush: () => (
      <Card title="A table fills this card" flush>
        <Text>No padding</Text>
      </Card>
    ),
    'long text': () => (
      <Card title={longWord} actions={<Button size="small">Show all</Button>}>
        <Text>Content</Text>
      </Card>
    ),
    'Khmer text': () => (
      <Card title={khmerText}>
        <Text>{khmerText}</Text>
      </Card>
    ),
  },
  keyboard: {},
  dos: ['Give it a title: screen readers list it as a region.'],
  donts: ['Do not nest cards.'],
});
