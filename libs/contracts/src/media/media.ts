import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { integerParam, uploadedFileNamePattern } from '../core/fields.ts';
import { packLimits } from '../v1/packs.ts';

const service = 'media';

/** Accepted upload types. The type is detected from the bytes, never from the name. */
export const uploadMimeTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'] as const;
export type UploadMimeType = (typeof uploadMimeTypes)[number];

/** Accepted types per field. */
export const uploadKinds = {
  icon: ['image/png', 'image/svg+xml'],
  cover: ['image/jpeg', 'image/png', 'image/webp'],
  editor: ['image/png', 'image/jpeg'],
} as const satisfies Record<string, readonly UploadMimeType[]>;
export type UploadKind = keyof typeof uploadKinds;

export const uploadLimits = {
  /** Bytes. */
  bytes: 10 * 1024 * 1024,
  /** Maximum number of decoded pixels: a small file can be a huge bitmap. */
  pixels: 50_000_000,
} as const;

/** Thumbnail widths in pixels: `/uploads/<name>?w=`. */
export const thumbnailWidths = [64, 160, 320, 640] as const;
const unknownWidth = `w must be one of ${thumbnailWidths.join(', ')}`;

export const uploadMessages = {
  done: 'File uploaded successfully!',
  missing: 'Choose a file to upload',
  tooLarge: 'The file is larger than 10 MB',
  unsupported: 'This file type is not supported',
  broken: 'This file is damaged or is not a picture',
  tooManyPixels: 'This picture has too many pixels',
  tooComplex: 'This SVG file is too complex to display. Save it with fewer or simpler effects',
  busy: 'Too many pictures are being processed. Try again in a few seconds',
  full: 'The file storage is full',
  recordingUnsupported: 'Recordings must be WAV (PCM, mono or stereo, 8 to 96 kHz) or MP3 files',
  recordingBroken: 'This recording is damaged',
  recordingTooLong: 'A recording can be at most 60 seconds long',
  recordingSilent: 'Nothing can be heard in this recording',
  recordingsBusy: 'Too many recordings are being processed. Try again in a few seconds',
  stopped: 'The upload was cancelled because its section is no longer open',
} as const;

/**
 * One file as `multipart/form-data` in the field `file`. An optional field `kind` before it (`icon`, `cover`,
 * `editor`) restricts the accepted types.
 */
export const mediaUpload = endpoint({
  id: 'media.upload',
  service,
  method: 'POST',
  path: '/api/upload',
  access: 'session',
  summary: 'Upload a picture',
  bodyType: 'multipart',
  bodyLimit: uploadLimits.bytes + 64 * 1024,
  response: z.object({ data: z.object({ url: z.string(), filename: z.string() }), message: z.string() }),
  status: 201,
});

export const recordingUploadLimits = {
  /** Bytes of the sent file. */
  bytes: 10 * 1024 * 1024,
  seconds: 60,
  /** Hertz, of a WAV file. */
  sampleRate: { min: 8_000, max: 96_000 },
} as const;

const recordingResponse = z.object({
  data: z.object({ url: z.string(), filename: z.string(), durationMs: z.number().int() }),
  message: z.string(),
});

/**
 * One recording as `multipart/form-data` in the field `file`: WAV (PCM of 16, 24 or 32 bits or 32-bit float) or MP3,
 * detected from the bytes. It is stored as mono MP3 without the silence around it, at a loudness of -16 LUFS.
 * `durationMs` is that of the stored recording.
 */
export const mediaRecordingUpload = endpoint({
  id: 'media.uploadRecording',
  service,
  method: 'POST',
  path: '/api/recordings',
  access: 'session',
  summary: 'Upload a recording',
  bodyType: 'multipart',
  bodyLimit: recordingUploadLimits.bytes + 64 * 1024,
  // It may wait for others to be processed.
  responseTimeoutMs: 30_000,
  response: recordingResponse,
  status: 201,
});

/**
 * Used by the gateway for the manifests of offline packs. A file that does not exist is left out, and so are files
 * from before hashes were stored beyond the first few of a call, whose hashes are computed then.
 */
export const mediaFileHashes = endpoint({
  id: 'internal.fileHashes',
  service,
  method: 'POST',
  path: '/internal/files/hashes',
  access: 'internal',
  summary: 'Sizes and hashes of files',
  body: z.object({ names: z.array(z.string().regex(uploadedFileNamePattern)).max(packLimits.files) }),
  response: z.object({
    files: z.array(
      z.object({
        name: z.string(),
        /** Bytes. */
        size: z.number().int(),
        /** SHA-256 in hex. */
        hash: z.string(),
      }),
    ),
  }),
});

/** An uploaded file, public: names are not guessable, and the content of a name never changes. */
export const mediaFileGet = endpoint({
  id: 'media.file',
  service,
  method: 'GET',
  path: '/uploads/:name',
  access: 'public',
  summary: 'An uploaded file',
  params: z.object({ name: z.string().regex(uploadedFileNamePattern, 'File not found') }),
  query: z.object({
    w: integerParam(
      z
        .number(unknownWidth)
        .refine((width) => thumbnailWidths.some((known) => known === width), unknownWidth),
    ).optional(),
  }),
  responseType: 'binary',
  response: z.unknown(),
});
