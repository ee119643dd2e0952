import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { errorMessage } from '../process/error-details.ts';
import { findOnPath, isExecutable } from './find-on-path.ts';

const programNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Install locations that are not on PATH. */
const defaultLocations: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => {
    const folder = process.env[name];
    return folder === undefined ? [] : [`${folder}\\Google\\Chrome\\Application\\chrome.exe`];
  }),
};
const notFoundMessage =
  'Chromium not found: install it (Debian: apt-get install chromium), or set CHROMIUM_PATH';

async function findInstalled(): Promise<string | undefined> {
  const found = await findOnPath(...programNames);
  if (found !== undefined) return found;
  for (const file of defaultLocations[process.platform] ?? []) if (await isExecutable(file)) return file;
  return undefined;
}

/** Requires root: Chromium needs too many system libraries to be extracted alone. */
async function installWithApt(): Promise<void> {
  const apt = (...args: string[]) =>
    promisify(execFile)('apt-get', ['-qq', ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      maxBuffer: 64 * 1024 ** 2,
    });
  await apt('update');
  await apt('install', '--yes', '--no-install-recommends', 'chromium');
}

/**
 * Finds Chromium or Chrome: `CHROMIUM_PATH`, then PATH and default locations, then (as root on Debian) by installing
 * it.
 *
 * @returns the program's absolute path
 * @throws Error with installation instructions when there is none
 */
export async function findChromium(): Promise<string> {
  const configuredPath = process.env.CHROMIUM_PATH;
  if (configuredPath) {
    if (await isExecutable(configuredPath)) return configuredPath;
    throw new Error(`CHROMIUM_PATH=${configuredPath} is not an executable file`);
  }
  const found = await findInstalled();
  if (found !== undefined) return found;

  let reason = '';
  if (process.getuid?.() === 0 && (await findOnPath('apt-get'))) {
    await installWithApt().catch((error: unknown) => {
      reason = ` (${errorMessage(error)})`;
    });
  }
  const now = await findInstalled();
  if (now === undefined) throw new Error(notFoundMessage + reason);
  return now;
}
