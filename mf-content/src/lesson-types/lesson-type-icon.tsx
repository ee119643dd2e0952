import { defaultLessonTypeIcon, type LessonSummary } from '@khmer-learning/contracts';
import { isBlank } from '@khmer-learning/khmer-text';
import { color, radius } from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { Picture } from '../uploads/picture.tsx';

const Tile = styled.span<{ $large: boolean }>`
  display: inline-flex;
  flex: none;
  align-items: center;
  justify-content: center;
  width: 2.25rem;
  height: 2.25rem;
  font-size: 1.125rem;
  ${({ $large }) => $large && 'width: 3.5rem; height: 3.5rem; font-size: 1.75rem;'}
  border-radius: ${radius.medium};
  background: ${color('surfaceSunken')};
  line-height: 1;
  overflow: hidden;
  & > img { width: 62%; height: 62%; object-fit: contain; }
`;

type IconOfType = Pick<LessonSummary['lessonType'], 'icon' | 'iconMode' | 'iconUrl'>;

interface LessonTypeIconProps {
  type: IconOfType;
  size?: 'medium' | 'large';
}

/** A lesson type's icon: its image in file mode, otherwise its text or emoji. Decorative: the title stands beside. */
export function LessonTypeIcon({ type: { icon, iconMode, iconUrl }, size = 'medium' }: LessonTypeIconProps) {
  const text = iconMode === 'raw' && !isBlank(icon) ? icon : defaultLessonTypeIcon;
  return (
    <Tile aria-hidden="true" $large={size === 'large'}>
      {iconMode === 'file' && iconUrl !== null ? <Picture url={iconUrl} width={160} fallback={text} /> : text}
    </Tile>
  );
}
