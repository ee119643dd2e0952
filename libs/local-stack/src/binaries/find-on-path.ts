import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { isWindows } from '../process/process-group.ts';

/** Debian's folders for servers, which are not on every user's PATH. */
const systemBinFolders = isWindows ? [] : ['/usr/sbin', '/usr/local/sbin'];
const extension = isWindows ? '.exe' : '';

/** Whether the file exists and is executable. */
export async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** Finds a command like a shell does: the absolute path of the first one of these names, or undefined. */
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
