import { color, ImageIcon, radius } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import styled from 'styled-components';

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

/** A main lesson's cover, small. Decorative: the title stands beside it. */
export function CoverImage({ url, className }: { url: string; className?: string }) {
  const [missing, setMissing] = useState<string | null>(null);
  return (
    <Frame className={className}>
      {url === missing ? (
        <ImageIcon size={18} aria-hidden="true" />
      ) : (
        <img src={url} alt="" loading="lazy" onError={() => setMissing(url)} />
      )}
    </Frame>
  );
}
