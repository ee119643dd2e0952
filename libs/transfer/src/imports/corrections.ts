import {
  type BodyOf,
  type contentImports,
  importCorrectionLimits,
  importMessages,
} from '@khmer-learning/contracts';
import { conflict } from '@khmer-learning/service-kit';
import type { StoredCorrections, StoredLine } from './import.model.ts';
import type { ReadLine } from './importer.ts';

/** Maximum bytes of an import's corrections: they are one document, and in memory during a check. */
const maxBytes = 8 * 1024 * 1024;

/** What a user has corrected. */
export type Corrections = Pick<StoredCorrections, 'lines' | 'replacements'>;
type Correction = Pick<BodyOf<typeof contentImports.check>, 'lines' | 'replacements'>;

/** The key of a line's corrections. @param thing absent for a table: what a row is about may change */
export const correctionKey = (line: number, thing = '') => `${thing} ${line}`.trim();

/**
 * Adds corrections to those of an import; the last one of a cell is kept.
 * @param lines that are corrected
 * @throws ApiError 409 when a cell cannot be corrected, or there are too many corrections
 */
export function mergeCorrections(
  before: Corrections | null,
  { lines: corrected = [], replacements = [] }: Correction,
  lines: readonly StoredLine[],
  isJson: boolean,
): Corrections {
  const cellsByKey = new Map(before?.lines.map(({ key, cells }) => [key, { ...cells }]));
  // What was corrected to a value that is replaced now is replaced, too.
  for (const { field, from, to } of replacements)
    for (const cells of cellsByKey.values()) if (cells[field] === from) cells[field] = to;
  for (const { place, cells } of corrected) {
    const found = lines.find((line) => line.place === place);
    const names = found?.cells?.map(({ name }) => name);
    if (!found || Object.keys(cells).some((name) => !names?.includes(name)))
      throw conflict(importMessages.notCorrectable);
    const key = correctionKey(found.line, isJson ? found.thing : undefined);
    cellsByKey.set(key, { ...cellsByKey.get(key), ...cells });
  }
  const merged = {
    lines: [...cellsByKey].map(([key, cells]) => ({ key, cells })),
    replacements: [...(before?.replacements ?? []), ...replacements],
  };
  if (
    merged.lines.length > importCorrectionLimits.lines ||
    merged.replacements.length > importCorrectionLimits.replacements ||
    Buffer.byteLength(JSON.stringify(merged)) > maxBytes
  )
    throw conflict(importMessages.tooManyCorrections);
  return merged;
}

/** Creates the function that corrects the values of a line, and says what it has corrected and what is in the file. */
export function createCorrector(corrections: Corrections | null) {
  const cellsByKey = new Map(corrections?.lines.map(({ key, cells }) => [key, cells]));
  return (
    key: string,
    values: ReadLine['values'],
  ): Pick<ReadLine, 'values' | 'originals'> & { readonly cells?: Record<string, string> } => {
    const corrected: Record<string, string> = {};
    for (const { field, from, to } of corrections?.replacements ?? [])
      if ((corrected[field] ?? values[field]) === from) corrected[field] = to;
    const all = Object.entries({ ...corrected, ...cellsByKey.get(key) });
    const changed = all.filter(([name, value]) => name in values && values[name] !== value);
    if (changed.length === 0) return { values };
    const cells = Object.fromEntries(changed);
    const originals = Object.fromEntries(changed.map(([name]) => [name, values[name] ?? '']));
    return { cells, values: { ...values, ...cells }, originals };
  };
}
