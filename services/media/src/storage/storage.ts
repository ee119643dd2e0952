import type { Readable } from 'node:stream';

/** A stored file on its way out. `stream` has to be read or destroyed. */
export interface StoredFile {
  /** Bytes. */
  readonly size: number;
  readonly stream: Readable;
}

export interface StoredEntry {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
}

/** Where files are kept. Keys are names or paths of names with `/`, all made by this service. */
export interface FileStorage {
  /** The path of a local file that does not exist yet, for content that may become a stored file. */
  createTempPath(): Promise<string>;
  /** Stores a local file, which is used up. Afterwards the whole file is there, or nothing is. */
  put(key: string, localFile: string, type: string): Promise<void>;
  /** @returns undefined when there is no such file */
  get(key: string): Promise<StoredFile | undefined>;
  /** It is no failure when there is no such file. */
  delete(key: string): Promise<void>;
  list(): AsyncIterable<StoredEntry>;
  /** Removes local files that were begun before a moment and never stored: their process was killed. */
  deleteStaleTempFiles(before: Date): Promise<void>;
}

const fullCodes = new Set<unknown>([
  'ENOSPC',
  'EDQUOT',
  // What S3-compatible servers say.
  'XMinioStorageFull',
  'QuotaExceeded',
  'InsufficientStorage',
]);

/** Whether a file could not be written for want of space. */
export function isStorageFull(error: unknown): boolean {
  return fullCodes.has((error as { code?: unknown }).code);
}
