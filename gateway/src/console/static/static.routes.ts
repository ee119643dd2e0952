import fastifyStatic, { type SetHeadersResponse } from '@fastify/static';
import type { PageState } from '@khmer-learning/contracts';
import { ApiError } from '@khmer-learning/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from '../../http/errors.ts';
import type { RemoteRegistry } from '../registry/remote-registry.ts';
import { browserIdOf } from '../releases/browser-id.ts';
import type { RemoteReleases } from '../releases/remote-releases.ts';
import { cacheControlFor } from './cache-control.ts';
import { sendShellPage } from './send-shell-page.ts';
import type { SessionReader } from './session-reader.ts';
import type { ShellPageSource } from './shell-page.ts';
import { createStaticHostProxy } from './static-host-proxy.ts';

/** The shell's page and the location of its files: a folder or a static host. */
export interface ShellSource {
  readonly page: ShellPageSource;
  readonly files: { readonly folder: string } | { readonly origin: string };
}

interface StaticRouteOptions {
  readonly shell: ShellSource | undefined;
  /** Folders of remotes, by name. */
  readonly remoteDirs: ReadonlyMap<string, string>;
  /** Origins of static hosts of remotes, by name. */
  readonly remoteUrls: ReadonlyMap<string, string>;
  readonly registry: RemoteRegistry;
  readonly releases: Pick<RemoteReleases, 'listFor' | 'problems' | 'hasShares' | 'origins'>;
  /** Development mode: pages may load remotes from the developer's machine and open web sockets to them. */
  readonly development: boolean;
  /** The school's time zone, for the dates that the pages show. */
  readonly timeZone: string;
  readonly readSession: SessionReader;
}

/** The paths of the console. Any other shows the shell's 404 screen with status 404. */
const sessionPaths = ['/', '/dashboard', '/complete', '/cancel'];
/** Paths whose screen is the same whoever is signed in. */
const publicShellPaths = ['/forgot-password'];
/** Paths that contain secrets and must not be sent as a referrer. */
const secretShellPaths = ['/reset-password/:token', '/choose-password/:token', '/confirm-email/:token'];
const readMethods = ['GET', 'HEAD'];

/** Built files: with their .br and .gz copies, and immutable if the name has a content hash. */
const staticFileOptions = {
  preCompressed: true,
  cacheControl: false,
  index: false,
  dotfiles: 'ignore',
  setHeaders(response: SetHeadersResponse, file: string) {
    response.setHeader('cache-control', cacheControlFor(file.replace(/\.(?:br|gz)$/, '')));
    response.setHeader('vary', 'accept-encoding');
  },
} as const;

/** Registers the routes of the shell, of the remotes that this gateway serves, and `/remotes.json`. */
export async function staticRoutes(app: FastifyInstance, options: StaticRouteOptions): Promise<void> {
  const { shell, remoteDirs, remoteUrls, registry, releases, development, timeZone, readSession } = options;

  const listRemotes = (request: FastifyRequest, reply: FastifyReply, build: string | undefined) => ({
    remotes: releases.listFor(browserIdOf(request, reply, releases.hasShares())),
    problems: [...registry.list().problems, ...releases.problems()],
    ...(build === undefined ? {} : { shell: { build } }),
  });

  app.get('/remotes.json', async (request, reply) => {
    // Browsers get different releases.
    reply.header('cache-control', 'private, no-cache');
    return listRemotes(request, reply, await shellBuildOf(shell));
  });
  for (const [name, root] of remoteDirs) {
    const prefix = `/remotes/${name}/`;
    await app.register(fastifyStatic, { ...staticFileOptions, root, prefix, decorateReply: false });
  }
  for (const [name, origin] of remoteUrls) {
    app.route({ method: readMethods, url: `/remotes/${name}/*`, handler: createFileHandler(app, origin) });
  }

  const notFound = (request: FastifyRequest, reply: FastifyReply) =>
    sendError(request, reply, new ApiError(404, 'Not found'));
  if (shell === undefined) {
    app.setNotFoundHandler(notFound);
    return;
  }

  const sendShell = async (
    request: FastifyRequest,
    reply: FastifyReply,
    state?: PageState,
  ): Promise<FastifyReply> => {
    const overrides = development ? overrideOrigins(request.url) : [];
    const origins = [...new Set([...releases.origins(), ...overrides])];
    return sendShellPage(reply, await shell.page.read(), {
      origins,
      allowWebSockets: development,
      development,
      timeZone,
      language: state?.session?.language,
      state,
    });
  };
  const sendPersonalShell = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const session = await readSession(request, reply);
    if (session === undefined) return sendShell(request, reply);
    if (session === null) return sendShell(request, reply, { session });
    const remotes = listRemotes(request, reply, await shellBuildOf(shell));
    return sendShell(request, reply, { session, remotes });
  };
  for (const url of sessionPaths) app.route({ method: readMethods, url, handler: sendPersonalShell });
  for (const url of publicShellPaths)
    app.route({ method: readMethods, url, handler: (request, reply) => sendShell(request, reply) });
  for (const url of secretShellPaths) {
    app.route({
      method: readMethods,
      url,
      handler: (request, reply) => sendShell(request, reply.header('referrer-policy', 'no-referrer')),
    });
  }
  const sendNotFound = (request: FastifyRequest, reply: FastifyReply) => {
    // Without an available shell page, every navigation would fail to read it.
    if (isNavigation(request) && shell.page.isAvailable()) return sendShell(request, reply.code(404));
    return notFound(request, reply);
  };
  app.setNotFoundHandler(sendNotFound);

  // Under its file name the page would be sent without its CSP.
  if ('folder' in shell.files) {
    await app.register(fastifyStatic, {
      ...staticFileOptions,
      root: shell.files.folder,
      allowedPath: isNotShellPage,
    });
    return;
  }
  const sendFile = createFileHandler(app, shell.files.origin);
  app.route({
    method: readMethods,
    url: '/*',
    handler: (request, reply) =>
      isNavigation(request) || !isNotShellPage(pathOf(request))
        ? sendNotFound(request, reply)
        : sendFile(request, reply),
  });
}

/** The build id of the shell; undefined when its page is not available. */
async function shellBuildOf(shell: ShellSource | undefined): Promise<string | undefined> {
  if (!shell?.page.isAvailable()) return undefined;
  return (await shell.page.read().catch(() => undefined))?.build;
}

/** Creates the handler of a `*` route that proxies the file to a host. */
function createFileHandler(app: FastifyInstance, origin: string) {
  const host = createStaticHostProxy(origin);
  app.addHook('onClose', () => host.close());
  return (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { '*': path = '' } = request.params as Record<string, string>;
    return host.send(request, reply, path);
  };
}

/** Whether a path is a file of the shell other than its page, which is only sent with its CSP. */
function isNotShellPage(path: string): boolean {
  return !/\/index\.html(\.(br|gz))?$/i.test(path);
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? '';
}

/** Whether the request is a browser navigation, and not one for a file. */
function isNavigation(request: FastifyRequest): boolean {
  const path = pathOf(request);
  const isFile = path.slice(path.lastIndexOf('/')).includes('.');
  return (
    readMethods.includes(request.method) && !isFile && (request.headers.accept ?? '').includes('text/html')
  );
}

const overridePrefix = 'remote.';
/** Overrides may only point to the developer's own machine. */
const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The loopback origins of remotes that the URL of a page in development mode overrides:
 * `/?remote.quizzes=http://localhost:3103/mf-manifest.json` gives `['http://localhost:3103']`.
 */
function overrideOrigins(pageUrl: string): string[] {
  const query = new URLSearchParams(pageUrl.split('?').slice(1).join('?'));
  const origins = [...query].flatMap(([name, entry]) => {
    const url = name.startsWith(overridePrefix) ? URL.parse(entry) : null;
    return url && /^https?:$/.test(url.protocol) && loopbackHosts.has(url.hostname) ? [url.origin] : [];
  });
  return [...new Set(origins)];
}
