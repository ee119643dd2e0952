import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import path from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** A static host for one remote's built folder, on its own origin, that can be stopped and restarted. */
export interface RemoteServer {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Serves the files of another folder from now on, like after a release. */
  serve(folder: string): void;
  /** Serves a custom response instead of files from now on. */
  respondWith(answer: RequestListener): void;
}

export interface RemoteServerOptions {
  /** Whether CORS allows pages of other origins to read the files; default true. */
  cors?: boolean;
}

export function createRemoteServer(
  folder: string,
  port: number,
  { cors = true }: RemoteServerOptions = {},
): RemoteServer {
  let server: Server | undefined;
  let current = folder;
  let overrideHandler: RequestListener | undefined;

  const sendFile: RequestListener = async (request, response) => {
    const file = path.join(current, path.normalize(new URL(request.url ?? '/', 'http://host').pathname));
    const found = await stat(file).catch(() => undefined);
    if (cors) response.setHeader('access-control-allow-origin', '*');
    if (!found?.isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.setHeader('content-type', types[path.extname(file)] ?? 'application/octet-stream');
    createReadStream(file).pipe(response);
  };

  return {
    async start() {
      server = createServer((request, response) => (overrideHandler ?? sendFile)(request, response));
      await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve));
    },
    async stop() {
      server?.closeAllConnections();
      await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
      server = undefined;
    },
    serve(next) {
      current = next;
      overrideHandler = undefined;
    },
    respondWith(answer) {
      overrideHandler = answer;
    },
  };
}
