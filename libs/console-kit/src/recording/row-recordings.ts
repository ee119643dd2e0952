import {
  type Recording,
  type RecordingLanguage,
  recordingKey,
  recordingLanguages,
} from '@khmer-learning/contracts';

/** A text that can be recorded, in each language: a vocabulary entry, or a question or option, which is the same in both. */
export interface RecordableRow {
  /** Unique among the rows of a list. */
  readonly id: string;
  readonly texts: Readonly<Record<RecordingLanguage, string>>;
  readonly phonemic?: string | undefined;
}

/** The recording of a row in one language. A stale one is of the text that the row seems to have had before. */
export interface RowRecording {
  readonly recording: Recording;
  readonly isStale: boolean;
}

/** What the rows of a list have recordings of. */
export interface RowRecordings {
  /** By the row's id. */
  readonly byRow: ReadonlyMap<string, Readonly<Partial<Record<RecordingLanguage, RowRecording>>>>;
  /** Stale recordings that belong to no row. */
  readonly unassigned: readonly Recording[];
}

const keyOf = ({ language, text }: Pick<Recording, 'language' | 'text'>) => recordingKey(language, text);

/** Whether a text has nothing to record. */
export function isUnrecordable(language: RecordingLanguage, text: string): boolean {
  return recordingKey(language, text) === `${language}:`;
}

/**
 * Finds the recordings of rows by their texts. Recordings are stored in the order of the rows (`addRecording`), so a stale
 * one belongs to the first row without a recording between those of the recordings before and after it.
 */
export function assignRecordings(
  rows: readonly RecordableRow[],
  recordings: readonly Recording[],
): RowRecordings {
  const byRow = new Map<string, Partial<Record<RecordingLanguage, RowRecording>>>();
  const unassigned: Recording[] = [];
  if (recordings.length === 0) return { byRow, unassigned };
  for (const language of recordingLanguages) {
    const ofLanguage = recordings.filter((recording) => recording.language === language);
    const byKey = new Map(ofLanguage.map((recording) => [keyOf(recording), recording]));
    const assigned = rows.map((row): RowRecording | null => {
      const recording = byKey.get(recordingKey(language, row.texts[language]));
      return recording === undefined ? null : { recording, isStale: false };
    });
    const firstRows = new Map<Recording, number>();
    assigned.forEach((found, index) => {
      if (found !== null && !firstRows.has(found.recording)) firstRows.set(found.recording, index);
    });
    let before = -1;
    ofLanguage.forEach((recording, place) => {
      const row = firstRows.get(recording);
      if (row !== undefined) {
        before = row;
        return;
      }
      const next = ofLanguage.slice(place + 1).find((other) => firstRows.has(other));
      const after = next === undefined ? rows.length : (firstRows.get(next) ?? rows.length);
      const free = rows.findIndex(
        ({ texts }, index) =>
          index > before &&
          index < after &&
          assigned[index] === null &&
          !isUnrecordable(language, texts[language]),
      );
      if (free < 0) unassigned.push(recording);
      else assigned[free] = { recording, isStale: true };
    });
    rows.forEach(({ id }, index) => {
      const found = assigned[index];
      if (found) byRow.set(id, { ...byRow.get(id), [language]: found });
    });
  }
  return { byRow, unassigned };
}

/**
 * Adds a recording in the place of its row.
 *
 * @param replaced a stale recording that it is made instead of
 * @returns the recordings, in which it replaces one of the same text
 */
export function addRecording(
  recordings: readonly Recording[],
  rows: readonly RecordableRow[],
  recording: Recording,
  replaced?: Recording,
): Recording[] {
  const key = keyOf(recording);
  const isOutdated = (other: Recording) => keyOf(other) === key || other.file === replaced?.file;
  if (recordings.some(isOutdated)) {
    const place = recordings.findIndex(isOutdated);
    return recordings.flatMap((other, index) => {
      if (index === place) return [recording];
      return isOutdated(other) ? [] : [other];
    });
  }
  const rowKeys = rows.map(({ texts }) =>
    recordingLanguages.map((language) => recordingKey(language, texts[language])),
  );
  const rowOf = (one: Recording) => rowKeys.findIndex((keys) => keys.includes(keyOf(one)));
  const row = rowOf(recording);
  const place = recordings.findIndex((other) => rowOf(other) > row);
  return row < 0 || place < 0 ? [...recordings, recording] : recordings.toSpliced(place, 0, recording);
}

/** Removes the recordings of a row's texts, except those that another row has too. */
export function removeRowRecordings(
  recordings: readonly Recording[],
  row: RecordableRow,
  otherRows: readonly RecordableRow[],
): readonly Recording[] {
  const keysOf = ({ texts }: RecordableRow) =>
    recordingLanguages.map((language) => recordingKey(language, texts[language]));
  const kept = new Set(otherRows.flatMap(keysOf));
  const removed = new Set(keysOf(row).filter((key) => !kept.has(key)));
  const rest = recordings.filter((recording) => !removed.has(keyOf(recording)));
  return rest.length === recordings.length ? recordings : rest;
}
