import { satisfies } from 'compare-versions';

/**
 * The version of what shell and remotes agree on: the manifest, `defineRemote`, the hooks of this package.
 * Raise the major when a remote built against the old one would break, the minor when something is added: in the
 * same change, with the ranges of the remotes that use it. A console that lacks it then refuses them by name.
 */
export const contractVersion = '2.0.0';

/**
 * Whether a shell that speaks `version` can host a remote that asks for `range`.
 * `range` is a semver range such as `^1.0.0`; one that cannot be read is no match.
 */
export function isContractSupported(range: string, version: string = contractVersion): boolean {
  try {
    return satisfies(version, range);
  } catch {
    return false;
  }
}
