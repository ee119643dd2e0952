import { contractVersion, isContractSupported } from '@khmer-learning/console-sdk/contract-version';
import {
  type RemoteManifest,
  remoteManifestFileName,
  remoteManifestSchema,
} from '@khmer-learning/console-sdk/manifest';
import { remotesSchema, reservedPagePaths, shellViewIds } from '@khmer-learning/contracts';
import { z } from 'zod';
import type { CheckResult } from './check-remote.ts';
import { readJson } from './read-dist.ts';

const timeoutMs = 10_000;
/** More than the page of any console. */
const maxAnswerCharacters = 5_000_000;

async function read(url: URL): Promise<string> {
  const answer = await fetch(url, {
    signal: AbortSignal.timeout(timeoutMs),
    headers: { accept: 'text/html' },
  });
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
  const text = await answer.text();
  if (text.length > maxAnswerCharacters) throw new Error(`${url} is too long for a console`);
  return text;
}

/** What another remote has that must be unique. Its manifest may be of another version. */
const partsSchema = z.object({
  views: z.array(z.object({ id: z.string() })).catch([]),
  pages: z.array(z.object({ path: z.string() })).catch([]),
});

function versionProblems({ contract }: RemoteManifest, page: string): Omit<CheckResult, 'name'> {
  const version = /<meta[^>]*name="console-contract"[^>]*content="([^"]+)"/.exec(page)?.[1];
  if (version === undefined) return { details: '', problems: ['the page is not that of a console'] };
  const details = `requires ${contract}, the running console is ${version}, the exports were checked for ${contractVersion}`;
  const isSupported = isContractSupported(contract, version);
  const problem = `the remote requires console ${contract}, but the running console is ${version}`;
  return { details, problems: isSupported ? [] : [problem] };
}

function conflictProblems(manifest: RemoteManifest, list: string): Omit<CheckResult, 'name'> {
  const { remotes } = remotesSchema.parse(JSON.parse(list));
  const others = remotes.filter(({ name }) => name !== manifest.name);
  const owners = [
    { owner: 'the console itself', views: Object.values<string>(shellViewIds), pages: reservedPagePaths },
    ...others.map((other) => {
      const { data } = partsSchema.safeParse(other.manifest);
      const views = data?.views.map(({ id }) => id) ?? [];
      return { owner: `the remote ${other.name}`, views, pages: data?.pages.map(({ path }) => path) ?? [] };
    }),
  ];
  const taken = owners.flatMap(({ owner, views, pages }) => [
    ...manifest.views.filter(({ id }) => views.includes(id)).map(({ id }) => `${owner} has the view ${id}`),
    ...manifest.pages
      .filter(({ path }) => pages.includes(path))
      .map(({ path }) => `${owner} has the page ${path}`),
  ]);
  const listed = remotes.find(({ name }) => name === manifest.name);
  return {
    details: `beside ${others.map(({ name }) => name).join(', ') || 'no other remote'}`,
    problems: listed?.problem === undefined ? taken : [...taken, `the console says: ${listed.problem}`],
  };
}

/**
 * Checks a built remote against a running console: its contract, the views and pages that it and its remotes have, and what it
 * says of this remote. It cannot see which exports the running console has: those of the installed packages are checked.
 *
 * @param dist the remote's build output folder
 * @param address of the console, such as `https://console.example`
 * @returns the results; what cannot be read within ten seconds is a problem, and nothing is thrown
 */
export async function checkConsole(dist: string, address: string): Promise<readonly CheckResult[]> {
  async function attempt(
    name: string,
    check: () => Promise<Omit<CheckResult, 'name'>>,
  ): Promise<CheckResult> {
    try {
      return { name, ...(await check()) };
    } catch (error) {
      return { name, details: '', problems: [String(error)] };
    }
  }
  const manifest = async () => remoteManifestSchema.parse(await readJson(dist, remoteManifestFileName));
  return Promise.all([
    attempt('running console', async () =>
      versionProblems(await manifest(), await read(new URL('/', address))),
    ),
    attempt('its remotes', async () =>
      conflictProblems(await manifest(), await read(new URL('/remotes.json', address))),
    ),
  ]);
}
