import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { eventually, startTcpProxy, type TcpProxy } from './index.ts';

let echo: Server;
let proxy: TcpProxy;
let socket: Socket;
let heard: string;

function call(): void {
  heard = '';
  socket = connect(proxy.port, '127.0.0.1').setEncoding('utf8');
  socket.on('data', (text) => {
    heard += text;
  });
  socket.on('error', () => undefined);
}

beforeEach(async () => {
  echo = createServer((peer) => peer.on('error', () => undefined).pipe(peer));
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  const address = echo.address();
  proxy = await startTcpProxy(typeof address === 'object' && address ? address.port : 0);
  call();
});

afterEach(async () => {
  socket.destroy();
  await proxy.close();
  echo.close();
});

test('forwards everything, with an optional delay', async () => {
  socket.write('now');
  await eventually(() => expect(heard).toBe('now'));
  proxy.delay(150);
  const before = Date.now();
  socket.write(' later');
  await eventually(() => expect(heard).toBe('now later'));
  expect(Date.now() - before).toBeGreaterThanOrEqual(290);
});

test('a stalled line delivers what was sent once it resumes', async () => {
  proxy.stall();
  socket.write('held');
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(heard).toBe('');
  proxy.resume();
  await eventually(() => expect(heard).toBe('held'));
});

test('a cut line resets connections and refuses new ones until it resumes', async () => {
  proxy.cut();
  await eventually(() => expect(socket.destroyed).toBe(true));
  call();
  await eventually(() => expect(socket.destroyed).toBe(true));

  proxy.resume();
  call();
  socket.write('back');
  await eventually(() => expect(heard).toBe('back'));
});
