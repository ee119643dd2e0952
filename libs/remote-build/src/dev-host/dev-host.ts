import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestHttp,
  type ServerResponse,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { remoteManifestFileName } from '@khmer-learning/console-sdk/manifest';
import {
  authSession,
  type ErrorBody,
  remoteTokenKeysPath,
  type SessionUser,
} from '@khmer-learning/contracts';
import { contentSecurityPolicy, renderShellPage } from '@khmer-learning/contracts/shell-page';
import { z } from 'zod';
import { createFakeApi, type KnownAnswers } from './fake-api.ts';
import { createRemoteTokens } from './remote-tokens.ts';

export type { KnownAnswers } from './fake-api.ts';

/** Options of `startDevHost`. */
export interface DevHostOptions {
  /** The folder of the built shell. */
  readonly shell: string;
  /** The addresses of the remotes' `mf-manifest.json`, such as `http://localhost:3101/mf-manifest.json`. */
  readonly remotes: readonly string[];
  /** Folders of built remotes, which are served beside them; one of a remote of `remotes` is not used. */
  readonly folders?: readonly string[];
  /** The port of the console; 0: any. */
  readonly port: number;
  /** The address of a gateway that answers the API. Default: a fake API with examples. */
  readonly gateway?: string | undefined;
  /** The address of the own backend of the remote; with several, of each. Default: its calls are not answered. */
  readonly api?: string | undefined;
  /** What the fake API answers instead of examples. */
  readonly answers?: KnownAnswers;
  /** The folder of the files under `/uploads/`. */
  readonly uploads?: string;
}

/** A running development host. */
export interface DevHost {
  readonly url: string;
  stop(): Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.mp3': 'audio/mpeg',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};
/** Paths that the gateway answers: the API, and the pictures that it serves. */
const gatewayPaths = /^\/(api|uploads)\//;
/** A call to the own backend of a remote: its name and the path there. */
const remoteCall = /^\/api\/remotes\/([^/]+)\/(.*)$/;

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}

function sendError(response: ServerResponse, status: number, code: string, message: string): void {
  sendJson(response, status, { message, code, requestId: 'dev-host' } satisfies ErrorBody);
}

/** Passes a request on to another server, whose cookies the page gets only if they are `cookies` of its own. */
function forward(
  request: IncomingMessage,
  response: ServerResponse,
  target: URL,
  headers: IncomingHttpHeaders,
  cookies: boolean,
): void {
  const send = target.protocol === 'https:' ? requestHttps : requestHttp;
  const forwarded = send(target, { method: request.method, headers }, (answer) => {
    const { 'set-cookie': setCookie = [], ...answered } = answer.headers;
    response.writeHead(answer.statusCode ?? 502, {
      ...answered,
      ...(cookies && setCookie.length > 0 ? { 'set-cookie': setCookie } : {}),
    });
    answer.pipe(response);
  });
  forwarded.on('error', ({ message }) => {
    if (response.headersSent) response.destroy();
    else sendError(response, 502, 'bad_gateway', `${target.origin}: ${message}`);
  });
  // A stream ends with the page that reads it.
  response.once('close', () => forwarded.destroy());
  request.pipe(forwarded);
}

const manifestSchema = z.looseObject({
  name: z.string(),
  api: z.object({ roles: z.array(z.string()) }).optional(),
});

type Manifest = z.output<typeof manifestSchema>;

/** The registry: remotes by their addresses, and built ones in folders. While one does not answer, its last manifest stays in use. */
function createRegistry(entries: readonly string[], builtRemotes: ReadonlyMap<string, Manifest>) {
  const manifests = new Map<string, Manifest>();
  return async () => {
    const problems: { name: string; problem: string }[] = [];
    for (const entry of entries) {
      try {
        const answer = await fetch(new URL(remoteManifestFileName, entry));
        manifests.set(entry, manifestSchema.parse(await answer.json()));
      } catch (error) {
        if (!manifests.has(entry)) problems.push({ name: 'REMOTES', problem: `${entry}: ${error}` });
      }
    }
    const listed = [...manifests].map(([entry, manifest]) => ({ name: manifest.name, entry, manifest }));
    const built = [...builtRemotes].map(([name, manifest]) => ({
      ...{ name, entry: `/remotes/${name}/mf-manifest.json`, manifest },
    }));
    const others = built.filter(({ name }) => !listed.some((one) => one.name === name));
    return { remotes: [...others, ...listed], problems };
  };
}

/**
 * Starts the console on localhost: the real shell, remotes from their dev servers or folders, and an API that is either fake or a
 * gateway's. The page has the same Content-Security-Policy as in production, except for hot reload.
 *
 * @throws when the port is not free
 */
export async function startDevHost(options: DevHostOptions): Promise<DevHost> {
  const { shell, remotes, folders = [], port, gateway, api, answers, uploads } = options;
  const folderOf = new Map<string, string>();
  const builtRemotes = new Map<string, Manifest>();
  for (const folder of folders) {
    const text = await readFile(join(folder, remoteManifestFileName), 'utf8');
    const manifest = manifestSchema.parse(JSON.parse(text));
    folderOf.set(manifest.name, folder);
    builtRemotes.set(manifest.name, manifest);
  }
  const registry = createRegistry(remotes, builtRemotes);
  const answerApi = createFakeApi(answers);
  const upstream = gateway === undefined ? undefined : new URL(gateway);
  const origins = remotes.map((entry) => new URL(entry).origin);
  const tokens = createRemoteTokens();

  async function sendPage(response: ServerResponse): Promise<void> {
    const nonce = randomBytes(16).toString('base64url');
    const html = await readFile(join(shell, 'index.html'), 'utf8');
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': contentSecurityPolicy({ nonce, origins, allowWebSockets: true }),
    });
    const timeZone = 'Asia/Phnom_Penh';
    response.end(renderShellPage(html, { nonce, build: 'dev-host', development: true, timeZone }));
  }

  /** The file of a path: of an upload, a built remote or the shell. Undefined if there is none. */
  async function findFile(pathname: string): Promise<string | undefined> {
    const [, area = '', name = ''] = pathname.split('/');
    const [folder, prefix] =
      area === 'uploads'
        ? [uploads, '/uploads']
        : area === 'remotes'
          ? [folderOf.get(name), `/remotes/${name}`]
          : [shell, ''];
    if (folder === undefined) return undefined;
    // A path that begins with a slash cannot leave the folder.
    const file = join(folder, normalize(`/${decodeURIComponent(pathname.slice(prefix.length))}`));
    return extname(file) !== '' && (await stat(file).catch(() => undefined))?.isFile() ? file : undefined;
  }

  async function signedIn({ headers: { cookie = '' } }: IncomingMessage): Promise<SessionUser | undefined> {
    const body: unknown = upstream
      ? await (await fetch(new URL(authSession.path, upstream), { headers: { cookie } })).json()
      : answerApi({ method: authSession.method, path: authSession.path, query: new URLSearchParams() }).body;
    return authSession.response.safeParse(body).data?.user ?? undefined;
  }

  /** Calls the own backend of a remote as the gateway does: with a token instead of the session. */
  async function callRemote(
    request: IncomingMessage,
    response: ServerResponse,
    name: string,
    path: string,
  ): Promise<void> {
    const listed = (await registry()).remotes.find((remote) => remote.name === name);
    const roles = listed?.manifest.api?.roles;
    if (roles === undefined || api === undefined)
      return sendError(
        response,
        404,
        'not_found',
        roles
          ? 'No address of a backend: API=http://localhost:4000 npm start'
          : `${name} has no api in its manifest`,
      );
    const user = await signedIn(request);
    if (user === undefined) return sendError(response, 401, 'unauthenticated', 'Sign in first');
    if (!roles.includes(user.role))
      return sendError(response, 403, 'forbidden', `${name} may not be called by a ${user.role}`);
    const { host: _host, origin: _origin, cookie: _cookie, ...headers } = request.headers;
    const { search } = new URL(request.url ?? '/', 'http://localhost');
    const authorization = `Bearer ${tokens.create(name, user)}`;
    const target = new URL(`${api.replace(/\/$/, '')}/${path}${search}`);
    forward(request, response, target, { ...headers, authorization }, false);
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/remotes.json') return sendJson(response, 200, await registry());
    if (pathname === remoteTokenKeysPath) return sendJson(response, 200, tokens.keys);
    const [, name, path] = remoteCall.exec(pathname) ?? [];
    if (name !== undefined && path !== undefined) return callRemote(request, response, name, path);
    if (gatewayPaths.test(pathname) && upstream) {
      // As if its own page had sent it.
      const { host: _host, origin, ...headers } = request.headers;
      const own = origin ? { origin: upstream.origin } : {};
      const target = new URL(request.url ?? '/', upstream);
      return forward(request, response, target, { ...headers, ...own }, true);
    }
    const file = await findFile(pathname);
    if (file === undefined && gatewayPaths.test(pathname)) {
      const body = await readBody(request);
      const answer = answerApi({ method: request.method ?? 'GET', path: pathname, query, body });
      if (answer.isStream) {
        response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
        return response.flushHeaders();
      }
      return sendJson(response, answer.status, answer.body);
    }
    if (file === undefined) return sendPage(response);
    response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
    createReadStream(file).pipe(response);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => sendError(response, 500, 'internal', String(error)));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, 'localhost', resolve);
  });
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
