import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contractOfPage } from '@khmer-learning/contracts/shell-page';
import { ApiError, type Logger } from '@khmer-learning/service-kit';
import { serviceUnavailable } from '../../http/errors.ts';
import { fetchText } from '../../http/fetch-text.ts';

const pollIntervalMs = 1_000;
/** The shell's only page. */
const pageFile = 'index.html';

/** The built page of the shell. */
export interface ShellPage {
  readonly html: string;
  /** An id that differs between releases, because the page refers to its scripts by hashed names. */
  readonly build: string;
  /** The version of the console's contract; undefined if the page does not say it. */
  readonly contract: string | undefined;
}

/** A source of the shell's page. */
export interface ShellPageSource {
  /** @throws ApiError 404 or 503 when there is no page */
  read(): Promise<ShellPage>;
  /** Whether `read` would succeed. */
  isAvailable(): boolean;
  /** Stops polling. */
  stop(): void;
}

function toShellPage(html: string): ShellPage {
  return { html, build: hash('sha256', html, 'hex').slice(0, 16), contract: contractOfPage(html) };
}

/** Reads the page from the shell's build folder for every request. */
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

/** Polls the page of a static host every second. The last valid page stays in use while the host is unavailable. */
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
        logger.warn({ err: error }, 'Shell page could not be fetched, the last valid one stays in use');
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
