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
import { createFakeApi } from './fake-api.ts';

/** Options of `startDevHost`. */
export interface DevHostOptions {
  /** The folder of the built shell. */
  readonly shell: string;
  /** The origin of the remote's dev server, such as `http://localhost:3101`. */
  readonly remote: string;
  /** The port of the console; 0: any. */
  readonly port: number;
  /** The address of a gateway that answers the API. Default: a fake API with examples. */
  readonly gateway?: string | undefined;
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

/** The registry with the one remote. While its dev server does not answer, the last known manifest stays in use. */
function createRegistry(remote: string) {
  let manifest: z.output<typeof manifestSchema> | undefined;
  return async () => {
    try {
      manifest = manifestSchema.parse(await (await fetch(`${remote}/${remoteManifestFileName}`)).json());
    } catch (error) {
      if (manifest === undefined)
        return { remotes: [], problems: [{ name: 'REMOTES', problem: String(error) }] };
    }
    return {
      remotes: [{ name: manifest.name, entry: `${remote}/mf-manifest.json`, manifest }],
      problems: [],
    };
  };
}

/**
 * Starts the console with one remote alone, on localhost: the real shell, the remote from its dev server, and an API that is
 * either fake or a gateway's. The page has the same Content-Security-Policy as in production, except for hot reload.
 *
 * @throws when the port is not free
 */
export async function startDevHost({ shell, remote, port, gateway }: DevHostOptions): Promise<DevHost> {
  const registry = createRegistry(remote);
  const answerApi = createFakeApi();
  const upstream = gateway === undefined ? undefined : new URL(gateway);

  async function sendPage(response: ServerResponse): Promise<void> {
    const nonce = randomBytes(16).toString('base64url');
    const html = await readFile(join(shell, 'index.html'), 'utf8');
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': contentSecurityPolicy({ nonce, origins: [remote], allowWebSockets: true }),
    });
    const timeZone = 'Asia/Phnom_Penh';
    response.end(renderShellPage(html, { nonce, build: 'dev-host', development: true, timeZone }));
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/remotes.json') return sendJson(response, 200, await registry());
    if (gatewayPaths.test(pathname)) {
      if (upstream) return forward(request, response, upstream);
      const body = await readBody(request);
      const answer = answerApi({ method: request.method ?? 'GET', path: pathname, body });
      return sendJson(response, answer.status, answer.body);
    }
    const file = join(shell, normalize(decodeURIComponent(pathname)));
    const isFile = extname(file) !== '' && (await stat(file).catch(() => undefined))?.isFile() === true;
    if (!isFile) return sendPage(response);
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
