import { hostVersions } from '../shared-packages.ts';
import { checkRemote, linesOf } from './check-remote.ts';

/**
 * Checks the built folder of a remote and says how it went.
 *
 * @param dist the built folder
 * @param kitFolder where this package is: the console around it tells the versions of the shared packages
 * @returns whether the contract is kept
 */
export async function runContract(dist: string, kitFolder: string): Promise<boolean> {
  const results = await checkRemote({ dist, shared: hostVersions(kitFolder) });
  for (const line of linesOf(results)) console.log(line);
  return results.every(({ problems }) => problems.length === 0);
}
