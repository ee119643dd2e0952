import { Button, IconButton, InfoIcon, Inline, Tooltip } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';
import { khmerText, longText } from '../sample-texts.ts';

export const tooltipPage = defineComponentPage({
  components: { Tooltip },
  purpose: 'A short explanation on hover and keyboard focus.',
  examples: {
    default: () => (
      <Inline>
        <Tooltip text="Learners see it at once">
          <Button>Publish</Button>
        </Tooltip>
        <IconButton label="An IconButton has one already" icon={<InfoIcon aria-hidden="true" />} />
      </Inline>
    ),
    side: () => (
      <Tooltip text="On the right" side="right">
        <Button>Publish</Button>
      </Tooltip>
    ),
    'long text': () => (
      <Tooltip text={longText}>
        <Button>Publish</Button>
      </Tooltip>
    ),
    'Khmer text': () => (
      <Tooltip text={khmerText}>
        <Button>Publish</Button>
      </Tooltip>
    ),
  },
  keyboard: { Tab: 'Shows it on focus.', Esc: 'Hides it.' },
  dos: ['Use a few words.'],
  donts: [
    'Do not put an information only here: touch screens have no hover.',
    'Do not put a link or button into it.',
  ],
});
