import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { remoteManifestFileName } from '@khmer-learning/console-sdk/manifest';
import { contentSecurityPolicy, renderShellPage } from '@khmer-learning/contracts/shell-page';
import { z } from 'zod';
import { createFakeApi, type KnownAnswers } from './fake-api.ts';

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

/** Passes a request on to a gateway, as if its own page had sent it. */
function forward(request: IncomingMessage, response: ServerResponse, gateway: URL): void {
  const { host: _host, origin, ...headers } = request.headers;
  const send = gateway.protocol === 'https:' ? requestHttps : requestHttp;
  const forwarded = send(
    new URL(request.url ?? '/', gateway),
    { method: request.method, headers: { ...headers, ...(origin ? { origin: gateway.origin } : {}) } },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  forwarded.on('error', ({ message }) => {
    if (response.headersSent) response.destroy();
    else
      sendJson(response, 502, {
        message: `${gateway.origin}: ${message}`,
        code: 'bad_gateway',
        requestId: '',
      });
  });
  request.pipe(forwarded);
}

const manifestSchema = z.looseObject({ name: z.string() });

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
  const { shell, remotes, folders = [], port, gateway, answers, uploads } = options;
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

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://localhost');
    if (path === '/remotes.json') return sendJson(response, 200, await registry());
    if (gatewayPaths.test(path) && upstream) return forward(request, response, upstream);
    const file = await findFile(path);
    if (file === undefined && gatewayPaths.test(path)) {
      const body = await readBody(request);
      const answer = answerApi({ method: request.method ?? 'GET', path, query, body });
      return sendJson(response, answer.status, answer.body);
    }
    if (file === undefined) return sendPage(response);
    response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
    createReadStream(file).pipe(response);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) =>
      sendJson(response, 500, { message: String(error), code: 'internal', requestId: '' }),
    );
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
