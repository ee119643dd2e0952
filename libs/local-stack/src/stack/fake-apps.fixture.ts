import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeAtEnd } from '../process/watchdog.ts';
import { GATEWAY, SERVICES } from './apps.ts';

/** Ready at once, logs as the services do, and dies when told. */
const SERVICE = `
import { createServer } from 'node:http';
const say = (msg, level = 30) => console.log(JSON.stringify({ level, time: new Date().toISOString(), msg }));
const { MONGODB_URI, NATS_URL, INTERNAL_SECRETS } = process.env;
createServer((request, response) => {
  if (request.url === '/crash') process.exit(3);
  response.end(JSON.stringify({ MONGODB_URI, NATS_URL, INTERNAL_SECRETS }));
}).listen(Number(process.env.PORT), process.env.HOST, () => say('Listening'));
say('A detail', 20);
console.log('A plain line');
process.on('SIGTERM', () => process.exit());
`;

/** Ready when its services are; passes /<service>/<path> on. */
const FRONT = `
import { createServer } from 'node:http';
const upstream = (name) => process.env['UPSTREAM_' + name.toUpperCase()];
const names = ${JSON.stringify(SERVICES.map(({ name }) => name))};
createServer(async (request, response) => {
  try {
    const [, name, path] = request.url.split('/');
    const wanted = name === 'readyz' ? names.map((one) => upstream(one) + '/readyz') : [upstream(name) + '/' + path];
    const texts = [];
    for (const url of wanted) texts.push(await (await fetch(url)).text());
    response.end(texts.at(-1));
  } catch (error) {
    response.writeHead(503).end(String(error));
  }
}).listen(Number(process.env.PORT), process.env.HOST);
process.on('SIGTERM', () => process.exit());
`;

/** A folder like the built repository, with stand-ins for the services and the gateway. */
export async function fakeRepository(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'khmer-learning-fakes-'));
  removeAtEnd(root);
  await writeFile(join(root, 'package.json'), '{"type":"module"}');
  for (const app of [...SERVICES, GATEWAY]) {
    const dist = join(root, app.folder, 'dist');
    await mkdir(dist, { recursive: true });
    await writeFile(join(dist, 'server.js'), app === GATEWAY ? FRONT : SERVICE);
  }
  return root;
}
