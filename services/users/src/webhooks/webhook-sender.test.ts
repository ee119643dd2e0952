import type { lookup } from 'node:dns';
import { startReceiver } from './receiver.fixture.ts';
import { createWebhookSender } from './webhook-sender.ts';

const message = { headers: { 'content-type': 'application/json' }, body: '{}' };
const { signal } = new AbortController();

/** A resolver whose answers come from a list, one for each question. */
function resolveTo(...answers: readonly (readonly string[])[]) {
  let asked = 0;
  const resolve = (_host: string, _options: object, callback: (error: null, found: object[]) => void) => {
    const found = answers[asked] ?? answers.at(-1) ?? [];
    asked += 1;
    callback(
      null,
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return { lookup: resolve as unknown as typeof lookup, asked: () => asked };
}

/** Each of the ranges that are not for everybody, as the host of an address or as what a name resolves to. */
const inside = [
  ...['0.0.0.0', '10.0.0.1', '100.64.0.1', '100.100.100.200', '127.0.0.1', '127.8.8.8', '169.254.169.254'],
  ...[
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
  ],
  ...['203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '168.63.129.16'],
  ...['::', '::1', '::127.0.0.1', '::ffff:10.0.0.1', '::ffff:7f00:1', '64:ff9b::a00:1', '64:ff9b:1::1'],
  ...[
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:a00:1::',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fec0::1',
    'ff02::1',
  ],
];

it.each(inside)('connects to no host at %s, whether it is named or found', async (address) => {
  const host = address.includes(':') ? `[${address}]` : address;
  const named = createWebhookSender({ isLocal: false });
  expect(() => named.checkAddress(`https://${host}/hook`)).toThrow('Addresses inside the network');
  expect(await named.send({ ...message, address: `https://${host}/hook` }, signal)).toMatchObject({
    failure: 'address',
  });
  const { lookup: found } = resolveTo(['93.184.216.34', address]);
  const sender = createWebhookSender({ isLocal: false, lookup: found });
  expect(await sender.send({ ...message, address: 'https://hooks.example' }, signal)).toMatchObject({
    failure: 'address',
  });
});

it.each([
  ['http://hooks.example', 'https'],
  ['https://user:secret@hooks.example', 'https'],
  ['https://localhost', 'inside'],
  ['https://app.localhost', 'inside'],
  // Other ways to write 127.0.0.1.
  ['https://2130706433', 'inside'],
  ['https://0x7f.1', 'inside'],
])('refuses %s before it is stored', (address, reason) => {
  expect(() => createWebhookSender({ isLocal: false }).checkAddress(address)).toThrow(reason);
});

it('accepts a public address, and on a machine of development its own', () => {
  createWebhookSender({ isLocal: false }).checkAddress('https://hooks.example/a?b=c');
  createWebhookSender({ isLocal: false }).checkAddress('https://[2606:4700::1111]');
  const local = createWebhookSender({ isLocal: true });
  local.checkAddress('http://127.0.0.1:9000');
  expect(() => local.checkAddress('http://hooks.example')).toThrow('https');
  expect(() => local.checkAddress('https://10.0.0.1')).toThrow('inside');
});

it('asks for the host once and connects to what was checked: another answer afterwards changes nothing', async () => {
  const receiver = await startReceiver();
  const { lookup: rebinding, asked } = resolveTo(['127.0.0.1'], ['10.0.0.1']);
  const sender = createWebhookSender({ isLocal: true, lookup: rebinding });
  const { port } = new URL(receiver.url);
  const address = `http://hooks.example:${port}/hook`;
  expect(await sender.send({ ...message, address }, signal)).toMatchObject({ status: 204, failure: null });
  expect(asked()).toBe(1);
  expect(receiver.received[0]?.headers.host).toBe(`hooks.example:${port}`);
  // The next attempt asks again, and is refused.
  expect(await sender.send({ ...message, address }, signal)).toMatchObject({ failure: 'address' });
  expect(receiver.received).toHaveLength(1);
});

it.each([
  ['does not answer', 'timeout'],
  ['answers drop by drop: its status counts', 200],
])('gives up a receiver that %s', async (_how, expected) => {
  const receiver = await startReceiver();
  receiver.answerBy((response) => {
    if (expected === 'timeout') return;
    const timer = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(timer));
  });
  const sender = createWebhookSender({ isLocal: true, timeoutMs: 300 });
  const { failure, status } = await sender.send({ ...message, address: receiver.url }, signal);
  expect(failure ?? status).toBe(expected);
});

it('is aborted when the service stops', async () => {
  const receiver = await startReceiver();
  const stopping = new AbortController();
  receiver.answerBy(() => stopping.abort(new Error('stopping')));
  const sender = createWebhookSender({ isLocal: true });
  await expect(sender.send({ ...message, address: receiver.url }, stopping.signal)).rejects.toThrow(
    'stopping',
  );
});
