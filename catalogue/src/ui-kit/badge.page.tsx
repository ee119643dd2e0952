import { Badge, Inline } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';
import { khmerText, longText } from '../sample-texts.ts';

export const badgePage = defineComponentPage({
  components: { Badge },
  purpose: 'A short label for a category or state.',
  examples: {
    default: () => (
      <Inline>
        <Badge>Draft</Badge>
        <Badge tone="green">Free</Badge>
        <Badge tone="yellow">Paid</Badge>
        <Badge tone="red">Failed</Badge>
        <Badge tone="greyBlue">Noun</Badge>
        <Badge tone="accent">New</Badge>
        <Badge tone="teal">Quiz</Badge>
        <Badge tone="green" dot>
          Online
        </Badge>
      </Inline>
    ),
    'long text': () => <Badge>{longText}</Badge>,
    'Khmer text': () => <Badge tone="accent">{khmerText}</Badge>,
  },
  keyboard: {},
  dos: ['Use one or two words.'],
  donts: ['Do not let the colour be the only information.', 'Do not make it clickable.'],
});
