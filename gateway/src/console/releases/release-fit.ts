import { satisfies } from 'compare-versions';
import { z } from 'zod';
import type { RawRemoteManifest } from '../registry/remote-registry.ts';

/** What decides whether a release fits. What is missing or has another form is left to the browser, which reads it leniently. */
const partsSchema = z.object({
  version: z.string().catch(''),
  contract: z.string().optional().catch(undefined),
  views: z.array(z.object({ id: z.string() })).catch([]),
  pages: z.array(z.object({ path: z.string() })).catch([]),
});

/** The console that releases must fit. */
export interface FittingConsole {
  /** The version of its contract; undefined if the shell's page does not say it. */
  readonly contract: string | undefined;
  /** The manifests in use of the other remotes. */
  readonly others: readonly RawRemoteManifest[];
}

/**
 * Why browsers cannot use a release of a remote: it requires another console, or has a view or page that another remote has.
 *
 * @returns a sentence for admins; undefined if it fits
 */
export function problemOfRelease(
  manifest: RawRemoteManifest,
  { contract: own, others }: FittingConsole,
): string | undefined {
  const { version, contract, views, pages } = partsSchema.parse(manifest);
  const refused = (reason: string) => `Release ${version} is not given out: ${reason}`;
  if (own !== undefined && contract !== undefined && !isSatisfied(own, contract))
    return refused(`it requires console ${contract}, but this is console ${own}`);
  for (const other of others) {
    const theirs = partsSchema.parse(other);
    const view = views.find(({ id }) => theirs.views.some((one) => one.id === id));
    if (view) return refused(`the remote ${other.name} has the view ${view.id}`);
    const page = pages.find(({ path }) => theirs.pages.some((one) => one.path === path));
    if (page) return refused(`the remote ${other.name} has the page ${page.path}`);
  }
  return undefined;
}

function isSatisfied(version: string, range: string): boolean {
  try {
    return satisfies(version, range);
  } catch {
    return false;
  }
}
