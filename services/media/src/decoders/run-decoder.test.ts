import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { mediaUpload, uploadMessages } from '@khmer-learning/contracts';
import { bundleTypeScript, createTempDirectory, eventually } from '@khmer-learning/test-kit';
import { createImage, startMedia } from '../media.fixture.ts';
import { runDecoder } from './run-decoder.ts';

let greedy: URL;
let folder: string;
beforeAll(async () => {
  greedy = pathToFileURL(await bundleTypeScript(join(import.meta.dirname, 'greedy.fixture.ts')));
  folder = await createTempDirectory();
});
afterEach(() => jest.restoreAllMocks());

async function expectEnded(pidFile: string): Promise<void> {
  const pid = Number(await readFile(pidFile, 'utf8'));
  await eventually(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'));
}

it('ends a decoder that takes too long', async () => {
  const file = join(folder, 'time');
  const limit = new AbortController();
  jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(limit.signal);
  const decoding = runDecoder(greedy, { file }, { failure: 'broken' });
  const refused = expect(decoding).rejects.toMatchObject({ status: 503, message: uploadMessages.busy });
  await eventually(() => expect(existsSync(`${file}.pid`)).toBe(true));
  limit.abort();
  await refused;
  await expectEnded(`${file}.pid`);
});

deep.it('ends a decoder that takes too much memory', async () => {
  const file = join(folder, 'memory');
  await expect(runDecoder(greedy, { file }, { failure: 'broken' })).rejects.toMatchObject({
    status: 400,
    message: uploadMessages.broken,
  });
  await expectEnded(`${file}.pid`);
});

it('ends a decoder with its request', async () => {
  const media = await startMedia({ workers: { image: greedy, recording: greedy } });
  const form = new FormData();
  form.append('file', new Blob([await createImage('png')]), 'a.png');
  const encoded = new Response(form);
  const sending = request(`${media.address}${mediaUpload.path}`, {
    method: 'POST',
    headers: { ...media.tokenHeader(), 'content-type': encoded.headers.get('content-type') ?? '' },
  });
  sending.on('error', () => undefined);
  sending.end(Buffer.from(await encoded.arrayBuffer()));
  const pidFileOf = async () => (await media.listFilesOnDisk()).find((name) => name.endsWith('.pid')) ?? '';
  await eventually(async () => expect(await pidFileOf()).not.toBe(''));
  sending.destroy();
  await expectEnded(join(media.uploadsDir, await pidFileOf()));
  await eventually(async () => expect(await media.readMetric('uploads_total{outcome="aborted"')).toBe(1));
  await media.close();
});
