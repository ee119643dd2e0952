import { color, radius } from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { useMessages } from '../messages/messages.ts';

const Track = styled.div`
  height: 0.625rem;
  border-radius: ${radius.full};
  background: ${color('greySoft')};
  overflow: hidden;
`;

const Fill = styled.div`
  height: 100%;
  border-radius: inherit;
  background: ${color('greenSolid')};
  &[data-loud] { background: ${color('redSolid')}; }
`;

/** What the meter shows, in dBFS. */
const [quietest, tooLoud] = [-60, -3];

/** How loud the microphone is. Red means that it is too loud. */
export function LevelMeter({ level }: { level: number }) {
  const t = useMessages();
  const percent = Math.round(Math.min(1, Math.max(0, 1 - level / quietest)) * 100);
  return (
    <Track
      role="meter"
      aria-label={t('levelMeter.label')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <Fill data-loud={level > tooLoud ? '' : undefined} style={{ width: `${percent}%` }} />
    </Track>
  );
}
