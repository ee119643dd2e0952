import { hostPackageVersions } from '../shared-packages.ts';
import { checkRemote, formatResults } from './check-remote.ts';

/**
 * Checks a built remote and prints the results.
 *
 * @param dist the remote's build output folder
 * @param remoteBuildFolder the folder of this package; its workspace defines the versions of the shared packages
 * @returns whether all checks passed
 */
export async function runContractCheck(dist: string, remoteBuildFolder: string): Promise<boolean> {
  const results = await checkRemote({ dist, shared: hostPackageVersions(remoteBuildFolder) });
  for (const line of formatResults(results)) console.log(line);
  return results.every(({ problems }) => problems.length === 0);
}
