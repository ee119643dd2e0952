import { color, ImageIcon, radius } from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { UploadedImage } from '../uploads/uploaded-image.tsx';

const Frame = styled.span`
  display: flex;
  flex: none;
  align-items: center;
  justify-content: center;
  width: 5rem;
  aspect-ratio: 16 / 10;
  border-radius: ${radius.small};
  background: ${color('surfaceSunken')};
  color: ${color('textMuted')};
  overflow: hidden;
  & > img { width: 100%; height: 100%; object-fit: cover; }
`;

const FullFrame = styled(Frame)`
  width: auto;
  max-width: 100%;
  min-width: 7rem;
  aspect-ratio: auto;
  min-height: 4.5rem;
  & > img { width: auto; max-width: 100%; height: auto; max-height: 12rem; object-fit: contain; }
`;

const fallbackIcon = <ImageIcon size={18} aria-hidden="true" />;

export function CoverImage({ url, className }: { url: string; className?: string }) {
  return (
    <Frame className={className}>
      <UploadedImage url={url} width={160} fallback={fallbackIcon} />
    </Frame>
  );
}

export function FullCoverImage({ url }: { url: string }) {
  return (
    <FullFrame>
      <UploadedImage url={url} width={640} fallback={fallbackIcon} />
    </FullFrame>
  );
}
