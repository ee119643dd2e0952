import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** An append-only file of JSON lines. */
export interface Journal {
  /** The lines at the time of opening. */
  readonly lines: readonly unknown[];
  /** Written when this returns, before the response is sent. */
  append(line: unknown): void;
  /** Replaces all lines. */
  rewrite(lines: readonly unknown[]): void;
}

const toJsonLines = (lines: readonly unknown[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

function parseLine(line: string): unknown[] {
  try {
    return [JSON.parse(line)];
  } catch {
    // The process was killed while writing the last line.
    return [];
  }
}

/** Opens a journal; empty when the file does not exist. */
export function openJournal(file: string): Journal {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return {
    lines: text.split('\n').flatMap((line) => (line === '' ? [] : parseLine(line))),
    append: (line) => appendFileSync(file, toJsonLines([line]), { mode: 0o600 }),
    rewrite(lines) {
      writeFileSync(`${file}.new`, toJsonLines(lines), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
  };
}
