import {
  type Recording,
  type RecordingLanguage,
  recordingKey,
  recordingLanguages,
} from '@khmer-learning/contracts';
import { useLayoutEffect, useState } from 'react';

/** A text that can be recorded, in each language: a vocabulary entry, or a question or option, which is the same in both. */
export interface RecordableRow {
  /** Unique among the rows of a list. */
  readonly id: string;
  readonly texts: Readonly<Record<RecordingLanguage, string>>;
  readonly phonemic?: string | undefined;
}

/** The recording of a row in one language. A stale one is of the text that the row had before. */
export interface RowRecording {
  readonly recording: Recording;
  readonly isStale: boolean;
}

/** The recordings of one row. */
export type RecordedRow = Readonly<Partial<Record<RecordingLanguage, RowRecording>>>;

/** What the rows of a list have recordings of. */
export interface RowRecordings {
  /** By the row's id. */
  readonly byRow: ReadonlyMap<string, RecordedRow>;
  /** Recordings that belong to no row: stale ones, and those of which a later one has the same text. */
  readonly unassigned: readonly Recording[];
}

/** The files of the recordings that a row had while the form was open, by the row's id. */
export type EarlierFiles = ReadonlyMap<string, ReadonlySet<string>>;

const keyOf = ({ language, text }: Pick<Recording, 'language' | 'text'>) => recordingKey(language, text);

/** Whether a text has nothing to record. */
export function isUnrecordable(language: RecordingLanguage, text: string): boolean {
  return recordingKey(language, text) === `${language}:`;
}

/**
 * Finds the recordings of rows by their texts; a stale one belongs to the row that had it (`earlier`). Those of earlier edits
 * are found by place, as they are in the order of rows: as many as rows without one between two others belong to these.
 */
export function assignRecordings(
  rows: readonly RecordableRow[],
  recordings: readonly Recording[],
  earlier: EarlierFiles = new Map(),
): RowRecordings {
  const byRow = new Map<string, RecordedRow>();
  const unassigned: Recording[] = [];
  if (recordings.length === 0) return { byRow, unassigned };
  for (const language of recordingLanguages) {
    const ofLanguage = recordings.filter((recording) => recording.language === language);
    const { assigned, rest } = assignLanguage(language, rows, ofLanguage, earlier);
    unassigned.push(...rest);
    rows.forEach(({ id }, index) => {
      const found = assigned[index];
      if (found) byRow.set(id, { ...byRow.get(id), [language]: found });
    });
  }
  return { byRow, unassigned };
}

function assignLanguage(
  language: RecordingLanguage,
  rows: readonly RecordableRow[],
  recordings: readonly Recording[],
  earlier: EarlierFiles,
): { assigned: readonly (RowRecording | null)[]; rest: readonly Recording[] } {
  const keys = rows.map(({ texts }) => recordingKey(language, texts[language]));
  const byKey = new Map(recordings.map((recording) => [keyOf(recording), recording]));
  const assigned = keys.map((key): RowRecording | null => {
    const recording = byKey.get(key);
    return recording === undefined ? null : { recording, isStale: false };
  });
  const firstRows = new Map<string, number>();
  keys.forEach((key, index) => {
    if (!firstRows.has(key)) firstRows.set(key, index);
  });
  const isFree = (index: number) => assigned[index] === null && keys[index] !== `${language}:`;
  const rest: Recording[] = [];
  /** The stale recordings since the last recording of a row, `before`. */
  let stale: Recording[] = [];
  let before = -1;
  const assignBetween = (after: number) => {
    const free = rows.flatMap((_, index) =>
      index > before && index < after && isFree(index) ? [index] : [],
    );
    if (free.length === stale.length) {
      free.forEach((index, place) => {
        const recording = stale[place];
        if (recording !== undefined) assigned[index] = { recording, isStale: true };
      });
    } else rest.push(...stale);
    stale = [];
  };
  // Those of rows that had them before come first, so that they are not taken for those of other rows.
  const others = recordings.filter((recording) => {
    if (firstRows.has(keyOf(recording))) return true;
    const row = rows.findIndex(({ id }, index) => isFree(index) && earlier.get(id)?.has(recording.file));
    if (row >= 0) assigned[row] = { recording, isStale: true };
    return row < 0;
  });
  for (const recording of others) {
    const row = firstRows.get(keyOf(recording));
    if (row === undefined) stale.push(recording);
    else if (byKey.get(keyOf(recording)) === recording) {
      assignBetween(row);
      before = row;
    } else rest.push(recording);
  }
  assignBetween(rows.length);
  return { assigned, rest };
}

/** Adds a recording in its row's place, or in place of the same text, or of `replaced`, a stale one, unless a row has that text. */
export function addRecording(
  recordings: readonly Recording[],
  rows: readonly RecordableRow[],
  recording: Recording,
  replaced?: Recording,
): Recording[] {
  const key = keyOf(recording);
  const rowKeys = rows.map(({ texts }) =>
    recordingLanguages.map((language) => recordingKey(language, texts[language])),
  );
  const rowOf = (one: Recording) => rowKeys.findIndex((keys) => keys.includes(keyOf(one)));
  const isReplaced = (other: Recording) =>
    replaced !== undefined &&
    other.file === replaced.file &&
    keyOf(other) === keyOf(replaced) &&
    rowOf(other) < 0;
  const isOutdated = (other: Recording) => keyOf(other) === key || isReplaced(other);
  const outdated = recordings.findIndex(isOutdated);
  if (outdated >= 0) {
    return recordings.flatMap((other, index) => {
      if (index === outdated) return [recording];
      return isOutdated(other) ? [] : [other];
    });
  }
  const row = rowOf(recording);
  const place = row < 0 ? -1 : recordings.findIndex((other) => rowOf(other) > row);
  return place < 0 ? [...recordings, recording] : recordings.toSpliced(place, 0, recording);
}

/** Removes the recordings of a row, stale ones too, unless another row has them. @returns `recordings` itself if there are none */
export function removeRowRecordings(
  recordings: readonly Recording[],
  rowId: string,
  { byRow }: RowRecordings,
): readonly Recording[] {
  const filesOf = (recorded: RecordedRow = {}) =>
    Object.values(recorded).map(({ recording }) => recording.file);
  const removed = new Set(filesOf(byRow.get(rowId)));
  for (const [id, recorded] of byRow) {
    if (id !== rowId) for (const file of filesOf(recorded)) removed.delete(file);
  }
  return removed.size === 0 ? recordings : recordings.filter(({ file }) => !removed.has(file));
}

const isSame = (one: RowRecording | undefined, other: RowRecording | undefined) =>
  one === other ||
  (one?.isStale === other?.isStale &&
    one?.recording.file === other?.recording.file &&
    one?.recording.text === other?.recording.text);

/** Finds the recordings of a form's rows while edited: a changed row keeps a stale one, an unchanged row the same object. */
export function useRowRecordings(
  rows: readonly RecordableRow[],
  recordings: readonly Recording[],
): RowRecordings {
  const [earlier] = useState(() => new Map<string, Set<string>>());
  const [shown] = useState(() => new Map<string, RecordedRow>());
  const { byRow, unassigned } = assignRecordings(rows, recordings, earlier);
  const stable = new Map(
    [...byRow].map(([id, recorded]) => {
      const last = shown.get(id);
      const isUnchanged =
        last && recordingLanguages.every((language) => isSame(last[language], recorded[language]));
      return [id, isUnchanged ? last : recorded] as const;
    }),
  );
  useLayoutEffect(() => {
    for (const [id, recorded] of stable) {
      shown.set(id, recorded);
      const files = earlier.get(id) ?? new Set();
      for (const { recording } of Object.values(recorded)) files.add(recording.file);
      earlier.set(id, files);
    }
  });
  return { byRow: stable, unassigned };
}
