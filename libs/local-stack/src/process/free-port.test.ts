import { freePort } from './free-port.ts';

it('never gives a port twice within a minute, also to several processes', async () => {
  jest.resetModules();
  // A second copy of the module has a state of its own, like another process.
  const { freePort: otherFreePort } = (await import('./free-port.ts')) as { freePort: typeof freePort };
  expect(otherFreePort).not.toBe(freePort);
  const ports: number[] = [];
  for (let count = 0; count < 300; count += 1) ports.push(await freePort(), await otherFreePort());
  expect(new Set(ports).size).toBe(ports.length);
});

it('gives the preferred port again while it is free', async () => {
  const port = await freePort();
  expect(await freePort(port)).toBe(port);
});
