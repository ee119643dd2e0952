import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The version of the contract between shell and remotes in the code.
 * @param {string} root the repository's root
 */
export function readContractVersion(root) {
  const source = readFileSync(join(root, 'libs/console-sdk/src/manifest/contract-version.ts'), 'utf8');
  const version = /contractVersion: string = '([\d.]+)'/.exec(source)?.[1];
  if (version === undefined) throw new Error('contract-version.ts has no contractVersion');
  return version;
}
