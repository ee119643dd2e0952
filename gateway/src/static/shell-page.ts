import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError, type Logger } from '@khmer-learning/service-kit';
import { serviceUnavailable } from '../http/errors.ts';
import { fetchText } from '../http/fetch-text.ts';

const pollIntervalMs = 1_000;
/** The shell's only page. */
const pageFile = 'index.html';

/** The shell's page as it was built. */
export interface ShellPage {
  readonly html: string;
  /** Differs between any two releases: the page names its scripts, and they carry hashes. */
  readonly build: string;
}

/** Where the shell's page comes from. */
export interface ShellPageSource {
  /** Throws ApiError when there is none. */
  read(): Promise<ShellPage>;
  isAvailable(): boolean;
  stop(): void;
}

function toShellPage(html: string): ShellPage {
  return { html, build: hash('sha256', html, 'hex').slice(0, 16) };
}

/** The page of the shell's built folder, as it is now. */
export function shellPageFromFolder(folder: string): ShellPageSource {
  const file = join(folder, pageFile);
  return {
    async read() {
      const html = await readFile(file, 'utf8').catch(() => {
        throw new ApiError(404, 'Not found');
      });
      return toShellPage(html);
    },
    isAvailable: () => existsSync(file),
    stop: () => undefined,
  };
}

/** The page of a static host, read again and again in the background: the last good one stays while the host is away. */
export function shellPageFromHost(origin: string, logger: Logger): ShellPageSource {
  const url = new URL(pageFile, origin);
  let page: ShellPage | undefined;
  let failed = false;

  async function refresh(): Promise<void> {
    try {
      const html = await fetchText(url);
      if (html !== page?.html) page = toShellPage(html);
      failed = false;
    } catch (error) {
      if (!failed)
        logger.warn({ err: error }, 'The page of the shell could not be read; the last good one stays');
      failed = true;
    }
  }

  void refresh();
  const timer = setInterval(() => void refresh(), pollIntervalMs);
  timer.unref();
  return {
    async read() {
      if (!page) throw serviceUnavailable();
      return page;
    },
    isAvailable: () => page !== undefined,
    stop: () => clearInterval(timer),
  };
}
