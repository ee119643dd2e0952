import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { reasonOf } from '../process/reason.ts';
import { isExecutable, onPath } from './on-path.ts';

const programNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macProgram = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const advice = 'Chromium not found: install it (Debian: apt-get install chromium), or set CHROMIUM_PATH';

async function installed(): Promise<string | undefined> {
  return (await onPath(...programNames)) ?? ((await isExecutable(macProgram)) ? macProgram : undefined);
}

/** Only root may: Chromium needs too many system libraries to be unpacked somewhere by itself. */
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
 * Finds Chromium or Chrome: `CHROMIUM_PATH`, otherwise on PATH, otherwise (as root on Debian) by installing it.
 * @returns the program's absolute path
 * @throws with what to install when there is none
 */
export async function findChromium(): Promise<string> {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (await isExecutable(given)) return given;
    throw new Error(`CHROMIUM_PATH=${given} is not a program`);
  }
  const found = await installed();
  if (found !== undefined) return found;

  let reason = '';
  if (process.getuid?.() === 0 && (await onPath('apt-get'))) {
    await installWithApt().catch((error: unknown) => {
      reason = ` (${reasonOf(error)})`;
    });
  }
  const now = await installed();
  if (now === undefined) throw new Error(advice + reason);
  return now;
}
