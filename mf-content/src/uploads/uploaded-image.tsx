import type { thumbnailWidths } from '@khmer-learning/contracts';
import { type ReactNode, useState } from 'react';

interface UploadedImageProps {
  url: string;
  /** Width of the thumbnail in pixels. If there is no thumbnail, the original file is shown. */
  width: (typeof thumbnailWidths)[number];
  fallback: ReactNode;
}

/** A thumbnail of an uploaded image. Decorative: the name of its owner is next to it. */
export function UploadedImage({ url, width, fallback }: UploadedImageProps) {
  const thumbnailUrl = `${url}?w=${width}`;
  const [failedUrls, setFailedUrls] = useState<readonly string[]>([]);
  const source = [thumbnailUrl, url].find((candidate) => !failedUrls.includes(candidate));
  if (source === undefined) return fallback;
  return (
    <img
      key={source}
      src={source}
      alt=""
      loading="lazy"
      onError={() => setFailedUrls((last) => [...last, source])}
    />
  );
}
