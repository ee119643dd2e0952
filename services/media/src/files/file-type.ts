import { open } from 'node:fs/promises';
import type { UploadMimeType } from '@khmer-learning/contracts';

/** The type of every stored recording. */
export const recordingType = 'audio/mpeg';
export type StoredFileType = UploadMimeType | typeof recordingType;

export const extensionsByType: Readonly<Record<StoredFileType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
  [recordingType]: 'mp3',
};

const typesByExtension: ReadonlyMap<string, StoredFileType> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['webp', 'image/webp'],
  ['svg', 'image/svg+xml'],
  ['mp3', recordingType],
]);

/** The type of a stored file, by its extension; undefined when the extension is unknown. */
export function typeFromFileName(name: string): StoredFileType | undefined {
  return typesByExtension.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase());
}

/** Enough for the comments and the DOCTYPE that drawing programs write before `<svg`. */
const headBytes = 4_096;
const svgStartPattern =
  /^\uFEFF?(?:\s|<\?[^>]*>|<!--(?:(?!-->)[\s\S])*-->|<!DOCTYPE\s+svg\b[^>[]*(?:\[[^\]]*\]\s*)?>)*<svg[\s>/]/i;

/** Detects the type of a picture by its first bytes (magic bytes); undefined for unsupported types. */
export async function detectImageType(file: string): Promise<UploadMimeType | undefined> {
  const head = await readFirstBytes(file);
  const starts = (bytes: string, at = 0) =>
    head.subarray(at, at + bytes.length).equals(Buffer.from(bytes, 'latin1'));
  if (starts('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (starts('\xff\xd8\xff')) return 'image/jpeg';
  if (starts('RIFF') && starts('WEBP', 8)) return 'image/webp';
  return svgStartPattern.test(head.toString('utf8')) ? 'image/svg+xml' : undefined;
}

async function readFirstBytes(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
