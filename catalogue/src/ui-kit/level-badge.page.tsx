import { Inline, LevelBadge } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';

export const levelBadgePage = defineComponentPage({
  components: { LevelBadge },
  purpose: 'The level of a lesson.',
  examples: {
    default: () => (
      <Inline>
        <LevelBadge level="Beginner" />
        <LevelBadge level="Intermediate" />
        <LevelBadge level="Advanced" />
      </Inline>
    ),
  },
  keyboard: {},
  dos: ['Use it wherever a level is shown, so that colours agree.'],
  donts: ['Do not use its colours for other things.'],
});
