import { LevelMeter } from '@khmer-learning/console-kit';
import { defineComponentPage } from '../component-page.ts';

export const levelMeterPage = defineComponentPage({
  components: { LevelMeter },
  purpose: 'Shows how loud the microphone is.',
  examples: {
    default: () => <LevelMeter level={-20} />,
    silent: () => <LevelMeter level={-60} />,
    'too loud': () => <LevelMeter level={-1} />,
  },
  keyboard: {},
  dos: ['Show it while the microphone is open, with the `level` of `useSpeechRecorder`.'],
  donts: ['Do not say by the meter alone that something is recorded.'],
});
