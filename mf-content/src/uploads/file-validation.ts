import {
  type UploadKind,
  type UploadMimeType,
  uploadKinds,
  uploadLimits,
  uploadMessages,
} from '@khmer-learning/contracts';
import { translateServerMessage } from '@khmer-learning/ui-kit';
import { message } from '../messages/messages.ts';

const typeLabels: Record<UploadMimeType, string> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WEBP',
  'image/svg+xml': 'SVG',
};

export function formatAcceptedTypes(kind: UploadKind): string {
  const words = uploadKinds[kind].map((type) => typeLabels[type]);
  return message('acceptedTypes.list', { types: words.slice(0, -1).join(', '), last: words.at(-1) ?? '' });
}

export function acceptedTypes(kind: UploadKind): string {
  return uploadKinds[kind].join(',');
}

/** Checks a file's type, by its name, and size before the upload; the service checks the bytes. @returns the error, or null */
export function validateUploadFile(file: File, kind: UploadKind): string | null {
  const isKnown = uploadKinds[kind].some((type) => type === file.type);
  if (!isKnown) {
    return message('acceptedTypes.unsupported', {
      problem: translateServerMessage(uploadMessages.unsupported),
      types: formatAcceptedTypes(kind),
    });
  }
  if (file.size > uploadLimits.bytes) return uploadMessages.tooLarge;
  return null;
}
