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

/** The accepted file types as text: `JPEG, PNG or WEBP`. */
export function formatAcceptedTypes(kind: UploadKind): string {
  const words = uploadKinds[kind].map((type) => typeLabels[type]);
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/** The accepted MIME types, for the `accept` attribute of a file input. */
export function acceptedTypes(kind: UploadKind): string {
  return uploadKinds[kind].join(',');
}

/**
 * Checks the type and size of a file before the upload.
 * @returns the error message, or null. The browser derives the type from the name; the service checks the bytes.
 */
export function validateUploadFile(file: File, kind: UploadKind): string | null {
  const isKnown = uploadKinds[kind].some((type) => type === file.type);
  if (!isKnown) return `${uploadMessages.unsupported}. Choose a ${formatAcceptedTypes(kind)} file.`;
  if (file.size > uploadLimits.bytes) return uploadMessages.tooLarge;
  return null;
}
