import { PlayButton } from '@khmer-learning/console-kit';
import { defineComponentPage } from '../component-page.ts';

export const playButtonPage = defineComponentPage({
  components: { PlayButton },
  purpose: 'Plays the recording of a text, and stops it.',
  examples: {
    default: () => <PlayButton url="/uploads/water.mp3" label="Play “water”" />,
    medium: () => <PlayButton url="/uploads/water.mp3" label="Play “water”" size="medium" />,
  },
  keyboard: { 'Enter, Space': 'Plays the recording, or stops it.' },
  dos: ['Name the text that is played in the label.'],
  donts: ['Do not show it without a recording.'],
});
