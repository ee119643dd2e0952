import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** A file of JSON lines that only grows while it is open. */
export interface Journal {
  /** What it held when it was opened. */
  readonly lines: readonly unknown[];
  /** On disk when this returns: an answer is sent after it. */
  append(line: unknown): void;
  /** Replaces everything. */
  rewrite(lines: readonly unknown[]): void;
}

const toJsonLines = (lines: readonly unknown[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

function parseLine(line: string): unknown[] {
  try {
    return [JSON.parse(line)];
  } catch {
    // The process was killed while it wrote its last line.
    return [];
  }
}

/** Opens a journal, an empty one when there is no such file. */
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
