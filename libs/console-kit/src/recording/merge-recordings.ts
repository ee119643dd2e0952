import { type Recording, type RecordingLanguage, recordingKey } from '@khmer-learning/contracts';
import type { MergeShape } from '../comparing/three-way-merge.ts';
import { message } from '../messages/messages.ts';

const nameOf = (language: RecordingLanguage) => message(`recordings.${language}`);

/** Recordings as lines for people: the text, its language and the file, which differs if it was recorded again. */
export function formatRecordings(recordings: readonly Recording[] = []): string {
  return recordings
    .map(({ language, text, file }) => message('recordings.line', { text, language: nameOf(language), file }))
    .join('\n');
}

/** Merges the recordings of an item one by one: two of the same text and language are the same one. */
export const recordingsShape: MergeShape = {
  kind: 'list',
  get label() {
    return message('recordings.label');
  },
  labelOf: ({ text, language }: Recording) =>
    message('recordings.recordingOf', { text, language: nameOf(language) }),
  format: (recording: Recording) => formatRecordings([recording]),
  keys: [({ language, text }: Recording) => recordingKey(language, text)],
  item: {
    kind: 'value',
    get label() {
      return message('recordings.file');
    },
    format: ({ file }: Recording) => file,
  },
};
