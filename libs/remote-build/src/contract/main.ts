import { hostPackageVersions } from '../shared-packages.ts';
import { checkRemote, formatResults } from './check-remote.ts';

/**
 * Checks the built folder of a remote and says how it went.
 *
 * @param dist the built folder
 * @param remoteBuildFolder where this package is: the console around it tells the versions of the shared packages
 * @returns whether the contract is kept
 */
export async function runContractCheck(dist: string, remoteBuildFolder: string): Promise<boolean> {
  const results = await checkRemote({ dist, shared: hostPackageVersions(remoteBuildFolder) });
  for (const line of formatResults(results)) console.log(line);
  return results.every(({ problems }) => problems.length === 0);
}
