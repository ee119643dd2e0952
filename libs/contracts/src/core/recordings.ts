import { normaliseKhmer } from '@khmer-learning/khmer-text';
import { z } from 'zod';
import { enumFilter, requiredText, uploadUrl } from './fields.ts';

/** The languages of which a text can have a recording. */
export const recordingLanguages = ['en', 'km'] as const;
export type RecordingLanguage = (typeof recordingLanguages)[number];

/** Maximum number of recordings of one item, stale ones included. */
export const recordingLimits = { perSection: 400, perQuestion: 20 } as const;

/** Name of a recording made by the media service, which stores every recording as MP3. */
export const recordingFilePattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,190}\.mp3$/;

export const recordingMessages = {
  text: 'Recorded text is required',
  file: 'Recording must be an uploaded recording',
  list: 'Recordings must be a list',
} as const;

/**
 * The recording of a text in one language. It belongs to its normalised text (`recordingKey`), not to a place: it is
 * played wherever the item that has it shows this text. A recording whose text the item no longer has is stale. It is
 * kept until an author deletes it, and learners never hear it.
 */
export const recordingSchema = z.object({
  language: z.enum(recordingLanguages),
  /** The text as it was when it was recorded. */
  text: requiredText(recordingMessages.text, 1000),
  /** File name, served as `/uploads/<file>`. */
  file: z.string().regex(recordingFilePattern, recordingMessages.file),
});
export type Recording = z.infer<typeof recordingSchema>;

/** The filter of lists by `recordings`: what has a stale one. */
export const staleRecordingsFilter = enumFilter(['stale']);

/** The field `recordings` of an item; absent when it has none. */
export const recordingsField = (max: number) =>
  z
    .array(recordingSchema, { error: recordingMessages.list })
    .max(max, `At most ${max} recordings are allowed`)
    .optional();

/** The recordings of a text for learners, as `/uploads/<file>`; null in a language without one. */
export const recordingUrlsSchema = z.object({ en: z.string().nullable(), km: z.string().nullable() });
export type RecordingUrls = z.infer<typeof recordingUrlsSchema>;

/**
 * What two spellings of the same text have in common: recordings are found by it.
 * @param language a text that is written the same in two languages has one recording for each
 * @param text a vocabulary entry's English or Khmer, or the text of a question or an option
 * @returns the key; equal for texts that differ only in case, white space, invisible characters or the order in which
 *   Khmer characters were typed
 */
export function recordingKey(language: RecordingLanguage, text: string): string {
  return `${language}:${normaliseKhmer(text).trim().replace(/\s+/g, ' ')}`;
}

/**
 * Whether a recording of an item is stale.
 *
 * @param recordings the item's
 * @param textsOf the texts that it has in a language; only called if it has recordings
 */
export function hasStaleRecording(
  recordings: readonly Recording[] | undefined,
  textsOf: (language: RecordingLanguage) => readonly string[],
): boolean {
  if (recordings === undefined || recordings.length === 0) return false;
  const keys = new Set(
    recordingLanguages.flatMap((language) => textsOf(language).map((text) => recordingKey(language, text))),
  );
  return recordings.some(({ language, text }) => !keys.has(recordingKey(language, text)));
}

/**
 * Finds the recordings of texts among those of an item.
 *
 * @param recordings the item's; the last of several with the same key counts
 * @returns the address of the recording of a text in a language, `/uploads/<file>`; null without one
 */
export function recordingFinder(
  recordings: readonly Recording[] = [],
): (language: RecordingLanguage, text: string) => string | null {
  const urls = new Map(
    recordings.map(({ language, text, file }) => [recordingKey(language, text), uploadUrl(file)]),
  );
  return (language, text) => (urls.size > 0 ? (urls.get(recordingKey(language, text)) ?? null) : null);
}
