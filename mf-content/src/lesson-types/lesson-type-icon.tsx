import { defaultLessonTypeIcon, type LessonSummary } from '@khmer-learning/contracts';
import { isBlank } from '@khmer-learning/khmer-text';
import { color, radius } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import styled from 'styled-components';

const Tile = styled.span`
  display: inline-flex;
  flex: none;
  align-items: center;
  justify-content: center;
  width: 2.25rem;
  height: 2.25rem;
  border-radius: ${radius.medium};
  background: ${color('surfaceSunken')};
  font-size: 1.125rem;
  line-height: 1;
  overflow: hidden;
`;

const Picture = styled.img`width: 1.375rem; height: 1.375rem; object-fit: contain;`;

type IconOfType = Pick<LessonSummary['lessonType'], 'icon' | 'iconMode' | 'iconUrl'>;

/** A lesson type's icon: its image in file mode, otherwise its text or emoji. Decorative: the title stands beside. */
export function LessonTypeIcon({ type }: { type: IconOfType }) {
  const [missing, setMissing] = useState<string | null>(null);
  const { iconUrl } = type;
  const hasPicture = type.iconMode === 'file' && iconUrl !== null && iconUrl !== missing;
  const text = type.iconMode === 'raw' && !isBlank(type.icon) ? type.icon : defaultLessonTypeIcon;
  return (
    <Tile aria-hidden="true">
      {hasPicture ? <Picture src={iconUrl} alt="" onError={() => setMissing(iconUrl)} /> : text}
    </Tile>
  );
}
