import { createWriteStream, existsSync, mkdirSync, renameSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { formatLine, readLine } from './readable-line.ts';

/** Where a process's lines go: all to its file, those worth reading to the terminal. */
export interface LogBook {
  /**
   * Takes what one process writes.
   * @param name begins each line on the terminal and names the file `<name>.log`
   * @param quiet to the file only: for servers that talk about themselves
   */
  of(name: string, quiet?: boolean): (line: string) => void;
  /** Says something of our own. */
  say(name: string, text: string): void;
  close(): Promise<void>;
}

/** The least level shown on the terminal. */
const shownLevel = 30;

/**
 * Opens the log files of one run; those of the run before are kept as `<name>.previous.log`.
 * @param folder made when missing
 * @param write takes each line for the terminal; no line break at its end
 */
export function openLogBook(folder: string, write: (line: string) => void): LogBook {
  const colour = process.stdout.isTTY === true && !process.env.NO_COLOR;
  mkdirSync(folder, { recursive: true });
  const files = new Map<string, WriteStream>();
  const fileOf = (name: string): WriteStream => {
    const known = files.get(name);
    if (known !== undefined) return known;
    const path = join(folder, `${name}.log`);
    if (existsSync(path)) renameSync(path, join(folder, `${name}.previous.log`));
    const file = createWriteStream(path);
    files.set(name, file);
    return file;
  };

  return {
    of(name, quiet = false) {
      const file = fileOf(name);
      return (line) => {
        file.write(`${line}\n`);
        const readable = readLine(line);
        if (!quiet && readable.level >= shownLevel) write(formatLine(name, readable, colour));
      };
    },
    say(name, text) {
      const readable = { text, level: shownLevel, at: new Date() };
      fileOf(name).write(`${formatLine(name, readable, false)}\n`);
      write(formatLine(name, readable, colour));
    },
    async close() {
      for (const file of files.values()) file.end();
      await Promise.all([...files.values()].map((file) => finished(file)));
    },
  };
}
