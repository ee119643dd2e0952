import { satisfies } from 'compare-versions';

/**
 * The version of the contract between shell and remotes: the manifest, `defineRemote` and the hooks of this package. Raise the major
 * version for a change that breaks remotes, the minor one for an addition: `npm run check:api` says which one is due. In the same change,
 * raise the ranges of the remotes that use the addition, so that an older console reports them as incompatible.
 */
export const contractVersion: string = '3.6.0';

/** Whether a shell with contract `version` can host a remote that requires a semver `range`, `^1.0.0`; an invalid one never matches. */
export function isContractSupported(range: string, version: string = contractVersion): boolean {
  try {
    return satisfies(version, range);
  } catch {
    return false;
  }
}
