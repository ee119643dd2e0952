import { type Recording, recordingLanguages } from '@khmer-learning/contracts';
import { useLayoutEffect, useState } from 'react';
import {
  assignRecordings,
  type RecordableRow,
  type RecordedRow,
  type RowRecording,
  type RowRecordings,
} from './row-recordings.ts';

const isSame = (one: RowRecording | undefined, other: RowRecording | undefined) =>
  one === other ||
  (one?.isStale === other?.isStale &&
    one?.recording.file === other?.recording.file &&
    one?.recording.text === other?.recording.text);

/**
 * Finds the recordings of a form's rows as they are edited: a row whose text becomes another keeps its recording as a stale
 * one. @returns the recordings; those of an unchanged row are the same object as before
 */
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
