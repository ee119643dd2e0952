import type { thumbnailWidths } from '@khmer-learning/contracts';
import { type ReactNode, useState } from 'react';

interface UploadedImageProps {
  url: string;
  /** Pixels of the copy that is asked for; without a copy, the file itself is shown. */
  width: (typeof thumbnailWidths)[number];
  /** In place of a picture that cannot be shown. */
  fallback: ReactNode;
}

/** An uploaded picture, small. Decorative: what it belongs to is named beside it. */
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
