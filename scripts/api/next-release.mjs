import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How much a changeset raises a version, the least first. */
const bumps = ['patch', 'minor', 'major'];

/** The bumps in the head of a changeset, by package: `'@khmer-learning/ui-kit': minor`. */
function bumpsIn(changeset) {
  const [, head = ''] = /^---\n([\s\S]*?)\n---/.exec(changeset) ?? [];
  return [...head.matchAll(/^['"](.+)['"]: *(patch|minor|major)$/gm)].map(([, name, bump]) => ({
    name,
    bump,
  }));
}

/**
 * The version that the next release of the published packages has, from the changesets that wait for it. All of them have one
 * version.
 * @param {string} released the version of the last release
 * @param {string} folder the folder of the changesets
 */
export function nextRelease(released, folder) {
  const files = readdirSync(folder).filter((file) => file.endsWith('.md') && file !== 'README.md');
  const found = files.flatMap((file) => bumpsIn(readFileSync(join(folder, file), 'utf8')));
  const highest = Math.max(-1, ...found.map(({ bump }) => bumps.indexOf(bump)));
  const [major, minor, patch] = released.split('.').map(Number);
  const next = [`${major}.${minor}.${patch + 1}`, `${major}.${minor + 1}.0`, `${major + 1}.0.0`];
  return next[highest] ?? released;
}
