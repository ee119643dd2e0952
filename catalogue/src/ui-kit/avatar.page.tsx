import { Avatar, Inline, Text } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';

export const avatarPage = defineComponentPage({
  components: { Avatar },
  purpose: 'The initials of a person, beside the name.',
  examples: {
    default: () => (
      <Inline>
        <Avatar name="Sokha Chan" />
        <Text as="span">Sokha Chan</Text>
      </Inline>
    ),
    sizes: () => (
      <Inline>
        <Avatar name="Sokha Chan" size={24} />
        <Avatar name="Sokha" size={48} />
      </Inline>
    ),
    empty: () => <Avatar name="" />,
    'Khmer text': () => <Avatar name="ស្រី សុខា" />,
  },
  keyboard: {},
  dos: ['Show the full name next to it: screen readers skip the initials.'],
  donts: ['Do not use it for things other than people.'],
});
