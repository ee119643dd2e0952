import { hostPackageVersions, sharedPackages } from '../shared-packages.ts';
import { checkConsole } from './check-console.ts';
import { checkRemote, formatResults } from './check-remote.ts';

/**
 * Checks a built remote and prints the results.
 *
 * @param dist the remote's build output folder
 * @param remoteBuildFolder the folder of this package; its workspace defines the versions of the shared packages
 * @param readExports returns the names that a shared package exports
 * @param running the address of a console that the remote is also checked against
 * @returns whether all checks passed
 */
export async function runContractCheck(
  dist: string,
  remoteBuildFolder: string,
  readExports: (name: string) => Promise<readonly string[]>,
  running?: string,
): Promise<boolean> {
  const exports = await Promise.all(sharedPackages.map(async (name) => [name, await readExports(name)]));
  const results = [
    ...(await checkRemote({
      dist,
      shared: hostPackageVersions(remoteBuildFolder),
      exports: Object.fromEntries(exports),
    })),
  ];
  if (running !== undefined) results.push(...(await checkConsole(dist, running)));
  for (const line of formatResults(results)) console.log(line);
  return results.every(({ problems }) => problems.length === 0);
}
