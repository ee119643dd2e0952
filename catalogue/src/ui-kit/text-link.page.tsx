import { Text, TextLink } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';
import { khmerText, longText } from '../sample-texts.ts';

export const textLinkPage = defineComponentPage({
  components: { TextLink },
  purpose: 'A link in running text.',
  examples: {
    default: () => (
      <Text>
        Read <TextLink href="?">how imports work</TextLink> first.
      </Text>
    ),
    'long text': () => <TextLink href="?">{longText}</TextLink>,
    'Khmer text': () => (
      <TextLink href="?" lang="km">
        {khmerText}
      </TextLink>
    ),
  },
  keyboard: { Enter: 'Opens the link.' },
  dos: ['Say where it leads.'],
  donts: ['Do not use it for an action: use Button.', 'Do not write click here.'],
});
