import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { isWindows } from '../process/process-group.ts';

/** Where Debian keeps servers; not on every user's PATH. */
const systemBinFolders = isWindows ? [] : ['/usr/sbin', '/usr/local/sbin'];
const extension = isWindows ? '.exe' : '';

/** Whether the file exists and may be run. */
export async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/**
 * Looks a command up as a shell would.
 * @param names the command's possible names, best first
 * @returns the absolute path of the first one found, or undefined
 */
export async function findOnPath(...names: string[]): Promise<string | undefined> {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...systemBinFolders];
  for (const name of names) {
    for (const folder of folders) {
      const file = join(folder, name + extension);
      if (await isExecutable(file)) return file;
    }
  }
  return undefined;
}
