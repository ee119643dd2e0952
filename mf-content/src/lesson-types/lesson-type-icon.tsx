import { defaultLessonTypeIcon, type LessonSummary } from '@khmer-learning/contracts';
import { isBlank } from '@khmer-learning/khmer-text';
import { color, radius } from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { UploadedImage } from '../uploads/uploaded-image.tsx';

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
  white-space: nowrap;
  overflow: hidden;
  & > small { font-size: 0.72em; }
  & > img { width: 62%; height: 62%; object-fit: contain; }
`;

type LessonTypeIconFields = Pick<LessonSummary['lessonType'], 'icon' | 'iconMode' | 'iconUrl'>;

const graphemeSegmenter = new Intl.Segmenter('km', { granularity: 'grapheme' });
/** The tile fits three graphemes in small type, or two in normal type. */
const maxGraphemes = 3;
const maxLargeGraphemes = 2;

function IconText({ text }: { text: string }) {
  const shown = [...graphemeSegmenter.segment(text.trim())]
    .slice(0, maxGraphemes)
    .map(({ segment }) => segment);
  const short = shown.join('').trim();
  return shown.length > maxLargeGraphemes ? <small>{short}</small> : short;
}

interface LessonTypeIconProps {
  type: LessonTypeIconFields;
  size?: 'medium' | 'large';
}

/** A lesson type's icon: an image in file mode, otherwise text or emoji. Decorative: the title is next to it. */
export function LessonTypeIcon({ type: { icon, iconMode, iconUrl }, size = 'medium' }: LessonTypeIconProps) {
  const text = iconMode === 'raw' && !isBlank(icon) ? icon : defaultLessonTypeIcon;
  return (
    <Tile aria-hidden="true" $large={size === 'large'}>
      {iconMode === 'file' && iconUrl !== null ? (
        <UploadedImage url={iconUrl} width={160} fallback={<IconText text={text} />} />
      ) : (
        <IconText text={text} />
      )}
    </Tile>
  );
}
