import { type Recording, type RecordingLanguage, recordingKey } from '@khmer-learning/contracts';
import type { MergeShape } from '../editing/three-way-merge.ts';

const languageNames: Record<RecordingLanguage, string> = { en: 'English', km: 'Khmer' };

/** Recordings as lines for people: the text, its language and the file, which differs if it was recorded again. */
export function formatRecordings(recordings: readonly Recording[] = []): string {
  return recordings
    .map(({ language, text, file }) => `${text} (${languageNames[language]}, ${file})`)
    .join('\n');
}

/** Merges the recordings of an item one by one: two of the same text and language are the same one. */
export const recordingsShape: MergeShape = {
  kind: 'list',
  label: 'the recordings',
  labelOf: ({ text, language }: Recording) => `Recording of “${text}” (${languageNames[language]})`,
  format: (recording: Recording) => formatRecordings([recording]),
  keys: [({ language, text }: Recording) => recordingKey(language, text)],
  item: {
    kind: 'value',
    label: 'File',
    format: ({ file }: Recording) => file,
  },
};
