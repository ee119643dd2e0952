import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { loadConfig } from '@khmer-learning/service-kit';
import { createTempDirectory, eventually, type NodeProcess, runTypeScript } from '@khmer-learning/test-kit';
import { mediaConfigSchema } from '../config.ts';
import { sliceStream } from '../files/byte-range.ts';
import { createStorage } from './create-storage.ts';
import { createDiskStorage } from './disk-storage.ts';
import { createS3Storage } from './s3-storage.ts';
import { type FileStorage, isStorageFull, type StoredFile } from './storage.ts';

let server: NodeProcess;
let endpoint: string;
beforeAll(async () => {
  server = await runTypeScript(join(import.meta.dirname, 's3-server.fixture.ts'), {
    args: ['--directory', await createTempDirectory(), '--bucket', 'uploads'],
    env: { NODE_OPTIONS: '--openssl-legacy-provider' },
  });
  endpoint = await eventually(() => {
    const address = server.lines.find((line) => line.startsWith('http:'));
    if (!address) throw new Error(server.lines.join('\n'));
    return address;
  });
});
afterAll(() => server.stop());

const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
const contentOf = async (file: StoredFile | undefined) => file && text(file.stream);
const bucket = () => createS3Storage({ endpoint, region: 'us-east-1', ...keys });

describe.each<[string, () => Promise<FileStorage> | FileStorage]>([
  ['on disk', async () => createDiskStorage(await createTempDirectory())],
  ['in a bucket', bucket],
])('files %s', (_where, open) => {
  let storage: FileStorage;
  beforeEach(async () => {
    storage = await open();
    for (const { key } of await entries()) await storage.delete(key);
  });

  async function entries() {
    const all = [];
    for await (const entry of storage.list()) all.push(entry);
    return all.sort((one, other) => one.key.localeCompare(other.key));
  }

  async function put(key: string, content: string | Buffer): Promise<void> {
    const file = await storage.createTempPath();
    await writeFile(file, content);
    await storage.put(key, file, 'image/png');
    await expect(readdir(file)).rejects.toMatchObject({ code: 'ENOENT' });
  }

  it('come back as they were stored', async () => {
    await put('a.png', 'a picture');
    await put('thumbnails/64/a.png', 'small');
    const file = await storage.get('a.png');
    expect(file?.size).toBe(9);
    expect(await contentOf(file)).toBe('a picture');
    expect(await entries()).toEqual([
      { key: 'a.png', size: 9 },
      { key: 'thumbnails/64/a.png', size: 5 },
    ]);
  });

  it('of 10 MB too', async () => {
    await put('large.png', Buffer.alloc(10 * 1024 * 1024, 'x'));
    const file = await storage.get('large.png');
    expect((await contentOf(file))?.length).toBe(10 * 1024 * 1024);
  });

  it('are read in part, after which nothing more is read', async () => {
    const content = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));
    await put('word.mp3', content);
    for (const [start, end] of [
      [0, 0],
      [70_000, 200_000],
      [299_999, 299_999],
    ] as const) {
      const file = await storage.get('word.mp3');
      if (!file) throw new Error('No file');
      const part = await buffer(sliceStream(file.stream, { start, end }));
      expect(part.equals(content.subarray(start, end + 1))).toBe(true);
      expect(file.stream.destroyed).toBe(true);
    }
  });

  it('are replaced as a whole', async () => {
    await put('a.png', 'first');
    await put('a.png', 'second');
    expect(await contentOf(await storage.get('a.png'))).toBe('second');
  });

  it('that do not exist are undefined, and can be deleted', async () => {
    expect(await storage.get('none.png')).toBeUndefined();
    expect(await storage.get('thumbnails/64/none.png')).toBeUndefined();
    await storage.delete('none.png');
    await put('a.png', 'a');
    await storage.delete('a.png');
    expect(await storage.get('a.png')).toBeUndefined();
    expect(await entries()).toEqual([]);
  });

  it('that are temporary are not listed, and stale ones are deleted', async () => {
    const [left, young] = [await storage.createTempPath(), await storage.createTempPath()];
    await writeFile(left, 'half a pic');
    await writeFile(young, 'half a pic');
    await utimes(left, 1_000, 1_000);
    expect(await entries()).toEqual([]);
    await storage.deleteStaleTempFiles(new Date(2_000_000));
    await expect(readdir(left)).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(readdir(young)).rejects.toMatchObject({ code: 'ENOTDIR' });
  });
});

deep.it('lists a bucket beyond its first page', async () => {
  const storage = bucket();
  async function put(n: number): Promise<void> {
    const file = await storage.createTempPath();
    await writeFile(file, 'x');
    await storage.put(`many-${n}.png`, file, 'image/png');
  }
  for (let n = 0; n < 1_005; n += 67)
    await Promise.all(Array.from({ length: 67 }, (_one, more) => put(n + more)));
  const names = new Set<string>();
  for await (const { key } of storage.list()) names.add(key);
  expect(names.size).toBe(1_005);
});

it('fails with 503 when the bucket cannot be reached', async () => {
  const unreachable = createS3Storage({ endpoint: 'http://127.0.0.1:1/uploads', region: 'auto', ...keys });
  await expect(unreachable.get('a.png')).rejects.toMatchObject({ status: 503 });
});

it('recognises a full disk and a full bucket', () => {
  for (const code of ['ENOSPC', 'EDQUOT', 'QuotaExceeded'])
    expect(isStorageFull(Object.assign(new Error(), { code }))).toBe(true);
  expect(isStorageFull(Object.assign(new Error(), { code: 'EACCES' }))).toBe(false);
});

it('is selected by the settings', async () => {
  const base = { MONGODB_URI: 'mongodb://127.0.0.1/media', LOCAL_DEFAULTS: 'true' };
  expect(() => loadConfig(mediaConfigSchema, { ...base, S3_ENDPOINT: endpoint })).toThrow('S3_ACCESS_KEY_ID');
  const inBucket = createStorage(
    loadConfig(mediaConfigSchema, {
      ...base,
      S3_ENDPOINT: endpoint,
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    }),
  );
  const folder = await createTempDirectory();
  const onDisk = createStorage(loadConfig(mediaConfigSchema, { ...base, UPLOADS_DIR: folder }));
  for (const storage of [inBucket, onDisk]) {
    const file = await storage.createTempPath();
    await writeFile(file, 'x');
    await storage.put('chosen.png', file, 'image/png');
  }
  expect(await contentOf(await bucket().get('chosen.png'))).toBe('x');
  expect(await readdir(folder)).toContain('chosen.png');
});
