import {
  type UploadKind,
  type UploadMimeType,
  uploadKinds,
  uploadLimits,
  uploadMessages,
} from '@khmer-learning/contracts';

const typeLabels: Record<UploadMimeType, string> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WEBP',
  'image/svg+xml': 'SVG',
};

/** The types a kind of upload takes, as words: `JPEG, PNG or WEBP`. */
export function formatAcceptedTypes(kind: UploadKind): string {
  const words = uploadKinds[kind].map((type) => typeLabels[type]);
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/** The types a kind of upload takes, for a file input. */
export function acceptedTypes(kind: UploadKind): string {
  return uploadKinds[kind].join(',');
}

/**
 * Why a file cannot be what it is chosen for; null when it can, as far as the browser knows. It goes by the name: what
 * the bytes are is the service's to say.
 */
export function validateUploadFile(file: File, kind: UploadKind): string | null {
  const isKnown = uploadKinds[kind].some((type) => type === file.type);
  if (!isKnown) return `${uploadMessages.unsupported}. Choose a ${formatAcceptedTypes(kind)} file.`;
  if (file.size > uploadLimits.bytes) return uploadMessages.tooLarge;
  return null;
}
