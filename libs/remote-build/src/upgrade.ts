import { compareVersions } from 'compare-versions';
import { z } from 'zod';

const scope = '@khmer-learning/';
const versionsSchema = z.record(z.string(), z.string());
const manifestSchema = z.looseObject({
  dependencies: versionsSchema.optional(),
  devDependencies: versionsSchema.optional(),
});

/** What an upgrade of a remote changes. */
export interface Upgrade {
  /** The packages with another version. */
  readonly changes: readonly { readonly name: string; readonly from: string; readonly to: string }[];
  /** What the major versions in between change, by package and version, the oldest first. */
  readonly notes: readonly { readonly name: string; readonly version: string; readonly text: string }[];
  /** The new text of `package.json`. */
  readonly manifest: string;
}

/** The major changes in a changelog after one version and up to another. */
function majorChanges(changelog: string, from: string, to: string): { version: string; text: string }[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const [version = ''] = section.split('\n', 1);
      const text = /^### Major Changes\n+([\s\S]*?)(?=^### |(?![\s\S]))/m.exec(section)?.[1]?.trim();
      if (!text || !/^\d+\.\d+\.\d+$/.test(version)) return [];
      return compareVersions(version, from) > 0 && compareVersions(version, to) <= 0
        ? [{ version, text }]
        : [];
    })
    .toSorted((one, other) => compareVersions(one.version, other.version));
}

/**
 * Plans the upgrade of a remote in a repository of its own to one version of the console's packages.
 *
 * @param manifest the text of its `package.json`
 * @param to the version
 * @param changelogs the texts of the packages' `CHANGELOG.md`, by name
 * @returns the plan, with no changes if it has this version; throws if the text is no `package.json`
 */
export function planUpgrade(
  manifest: string,
  to: string,
  changelogs: Readonly<Record<string, string>>,
): Upgrade {
  const { dependencies, devDependencies } = manifestSchema.parse(JSON.parse(manifest));
  const changes = Object.entries({ ...devDependencies, ...dependencies })
    // A version of a file or workspace is not a published one.
    .filter(([name, from]) => name.startsWith(scope) && /^[~^]?\d+\.\d+\.\d+/.test(from) && from !== to)
    .map(([name, from]) => ({ name, from, to }));
  const notes = changes.flatMap(({ name, from }) =>
    majorChanges(changelogs[name] ?? '', from.replace(/^[~^]/, ''), to).map((note) => ({ name, ...note })),
  );
  // Only the versions change, and the form of the file stays.
  const upgraded = changes.reduce(
    (text, { name, from }) => text.replaceAll(`"${name}": "${from}"`, `"${name}": "${to}"`),
    manifest,
  );
  return { changes, notes, manifest: upgraded };
}
