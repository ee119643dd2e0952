import { reservedPagePaths, shellViewIds } from '@khmer-learning/contracts';
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

/**
 * Why browsers cannot use a release of a remote: it requires another console, or has a view or page that the console itself or another
 * remote has.
 *
 * @param console.contract the version of its contract; undefined if the shell's page does not say it
 * @param console.others the manifests in use of the other remotes
 * @returns a sentence for admins; undefined if it fits
 */
export function problemOfRelease(
  manifest: RawRemoteManifest,
  console: { readonly contract: string | undefined; readonly others: readonly RawRemoteManifest[] },
): string | undefined {
  const { contract: own, others } = console;
  const { version, contract, views, pages } = partsSchema.parse(manifest);
  const refused = (reason: string) => `Release ${version} is not given out: ${reason}`;
  if (own !== undefined && contract !== undefined && !isSatisfied(own, contract))
    return refused(`it requires console ${contract}, but this is console ${own}`);
  const owners = [
    {
      owner: 'the console itself',
      ownViews: Object.values<string>(shellViewIds).map((id) => ({ id })),
      ownPages: reservedPagePaths.map((path) => ({ path })),
    },
    ...others.map((other) => {
      const { views: ownViews, pages: ownPages } = partsSchema.parse(other);
      return { owner: `the remote ${other.name}`, ownViews, ownPages };
    }),
  ];
  for (const { owner, ownViews, ownPages } of owners) {
    const view = views.find(({ id }) => ownViews.some((own) => own.id === id));
    if (view) return refused(`${owner} has the view ${view.id}`);
    const page = pages.find(({ path }) => ownPages.some((own) => own.path === path));
    if (page) return refused(`${owner} has the page ${page.path}`);
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
