import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic, { type SetHeadersResponse } from '@fastify/static';
import { ApiError } from '@khmer-learning/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendFailure } from '../http/errors.ts';
import type { Registry } from '../registry/registry.ts';
import { pageFile, sendShellPage } from './page.ts';

export interface StaticOptions {
  readonly shellDir: string | undefined;
  readonly remoteDirs: ReadonlyMap<string, string>;
  readonly registry: Registry;
  /** Let pages open web sockets to remotes under development. */
  readonly development: boolean;
}

/** The console's own addresses (spec 2.1). Any other shows the shell's 404 screen, with that status. */
const pages = ['/', '/dashboard', '/forgot-password', '/complete', '/cancel'];
/** Its address is a secret that no other request may carry on. */
const resetPage = '/reset-password/:token';
const reading = ['GET', 'HEAD'];
const year = 'public, max-age=31536000, immutable';
/** The build puts a hash of the content into such a name: `main.3f2a9c01b7.js`. */
const hashedName = /\.[0-9a-f]{8,32}\.[a-z0-9]+$/;

/** What a build made: with its .br and .gz copies, and for ever where the name changes with the content. */
const builtFiles = {
  preCompressed: true,
  cacheControl: false,
  index: false,
  dotfiles: 'ignore',
  setHeaders(response: SetHeadersResponse, file: string) {
    const name = file.replace(/\.(?:br|gz)$/, '');
    response.setHeader('cache-control', hashedName.test(name) ? year : 'no-cache');
    response.setHeader('vary', 'accept-encoding');
  },
} as const;

/** Whether the shell has been built. */
export function shellIsPresent(shellDir: string): boolean {
  return existsSync(join(shellDir, pageFile));
}

/** Serves the shell, the remotes that live here and `/remotes.json`. */
export async function staticRoutes(app: FastifyInstance, options: StaticOptions): Promise<void> {
  const { shellDir, remoteDirs, registry, development } = options;

  app.get('/remotes.json', async (_request, reply) => {
    reply.header('cache-control', 'no-cache');
    return registry.list();
  });
  for (const [name, root] of remoteDirs) {
    const prefix = `/remotes/${name}/`;
    await app.register(fastifyStatic, { ...builtFiles, root, prefix, decorateReply: false });
  }
  const notFound = (request: FastifyRequest, reply: FastifyReply) =>
    sendFailure(request, reply, new ApiError(404, 'Not found'));
  if (shellDir === undefined) {
    app.setNotFoundHandler(notFound);
    return;
  }

  const sendPage = (reply: FastifyReply): Promise<FastifyReply> =>
    sendShellPage(reply, shellDir, { origins: registry.origins(), sockets: development });
  // Under its file name the page would come without its policy.
  await app.register(fastifyStatic, { ...builtFiles, root: shellDir, allowedPath: isNoPage });
  for (const url of pages) app.route({ method: reading, url, handler: (_request, reply) => sendPage(reply) });
  app.route({
    method: reading,
    url: resetPage,
    handler: (_request, reply) => sendPage(reply.header('referrer-policy', 'no-referrer')),
  });
  app.setNotFoundHandler((request, reply) => {
    // Without a shell to show, a page would be looked for in vain, again and again.
    if (isNavigation(request) && shellIsPresent(shellDir)) return sendPage(reply.code(404));
    return notFound(request, reply);
  });
}

/** Files of the shell besides its page, which is only sent with its policy. */
function isNoPage(path: string): boolean {
  return !/\/index\.html(\.(br|gz))?$/i.test(path);
}

/** Somebody following a link, as opposed to a script or a program that wants a file. */
function isNavigation({ method, url, headers }: FastifyRequest): boolean {
  const path = url.split('?', 1)[0] ?? '';
  const isFile = path.slice(path.lastIndexOf('/')).includes('.');
  return reading.includes(method) && !isFile && (headers.accept ?? '').includes('text/html');
}
