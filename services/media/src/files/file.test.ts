import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { mediaFileHashes, type Principal, type ResponseOf, thumbnailWidths } from '@khmer-learning/contracts';
import { eventually } from '@khmer-learning/test-kit';
import fc from 'fast-check';
import sharp from 'sharp';
import { createImage, startMedia, type TestMedia } from '../media.fixture.ts';
import { createDiskStorage } from '../storage/disk-storage.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"></svg>';

let media: TestMedia;
beforeAll(async () => {
  media = await startMedia();
});
afterAll(() => media.close());

it('serves a file as immutable, with its own type and a policy against running code', async () => {
  const name = await media.uploadFile(await createImage('jpeg'));
  const answer = await media.fetchFile(name);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-length': String((await answer.arrayBuffer()).byteLength),
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    etag: `"${name}"`,
  });
});

it('serves an SVG with its policy, whatever width is requested', async () => {
  const name = await media.uploadFile(svg);
  for (const path of [name, `${name}?w=64`]) {
    const answer = await media.fetchFile(path);
    expect(answer.headers.get('content-type')).toBe('image/svg+xml');
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    );
    expect(await answer.text()).toBe(svg);
  }
});

it('answers 304 to a matching ETag', async () => {
  const name = await media.uploadFile(await createImage('png'));
  for (const path of [name, `${name}?w=64`]) {
    const tag = (await media.fetchFile(path)).headers.get('etag') ?? '';
    const again = await media.fetchFile(path, { headers: { 'if-none-match': `"other", W/${tag}` } });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    expect(again.headers.get('etag')).toBe(tag);
    expect((await media.fetchFile(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  }
});

describe('parts of a file', () => {
  let name: string;
  let whole: Buffer;
  beforeAll(async () => {
    name = await media.uploadFile(await createImage('jpeg'));
    whole = Buffer.from(await (await media.fetchFile(name)).arrayBuffer());
  });
  const fetchPart = async (range: string, headers: Record<string, string> = {}, method = 'GET') => {
    const answer = await media.fetchFile(name, { method, headers: { range, ...headers } });
    return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
  };

  it('are announced', async () => {
    expect((await media.fetchFile(name)).headers.get('accept-ranges')).toBe('bytes');
  });

  it('are the same bytes as in the whole file, whatever range is asked for', async () => {
    const size = whole.length;
    await fc.assert(
      fc.asyncProperty(fc.nat(size - 1), fc.option(fc.nat(size + 10)), async (start, length) => {
        const last = length === null ? '' : String(start + length);
        const end = Math.min(size - 1, length === null ? size - 1 : start + length);
        const { answer, bytes } = await fetchPart(`bytes=${start}-${last}`);
        expect(answer.status).toBe(206);
        expect(Object.fromEntries(answer.headers)).toMatchObject({
          'content-range': `bytes ${start}-${end}/${size}`,
          'content-length': String(end - start + 1),
          'content-type': 'image/jpeg',
          'cache-control': 'public, max-age=31536000, immutable',
          etag: `"${name}"`,
        });
        expect(bytes.equals(whole.subarray(start, end + 1))).toBe(true);
      }),
      { numRuns: depth(8, 40) },
    );
  });

  it('are the last bytes, or all of a smaller file', async () => {
    expect((await fetchPart('bytes=-10')).bytes.equals(whole.subarray(-10))).toBe(true);
    const { answer, bytes } = await fetchPart(`bytes=-${whole.length + 1}`);
    expect([answer.status, bytes.length]).toEqual([206, whole.length]);
  });

  it.each(['bytes=99999999-', 'bytes=-0'])(
    'that it does not have are refused with 416: %s',
    async (range) => {
      const { answer } = await fetchPart(range);
      expect(answer.status).toBe(416);
      expect(answer.headers.get('content-range')).toBe(`bytes */${whole.length}`);
      expect(answer.headers.get('cache-control')).toBeNull();
    },
  );

  it.each(['bytes=5-2', 'bytes=0-1,4-5', 'lines=0-1', 'bytes=-', 'x'])(
    'that cannot be understood are the whole file: %s',
    async (range) => {
      const { answer, bytes } = await fetchPart(range);
      expect([answer.status, bytes.length]).toEqual([200, whole.length]);
    },
  );

  it('are sent with If-Range only if it has the same ETag', async () => {
    expect((await fetchPart('bytes=0-1', { 'if-range': `"${name}"` })).answer.status).toBe(206);
    for (const other of [`W/"${name}"`, '"other"', new Date().toUTCString()])
      expect((await fetchPart('bytes=0-1', { 'if-range': other })).answer.status).toBe(200);
  });

  it('do not matter to HEAD and to a file that the caller has', async () => {
    expect((await fetchPart('bytes=0-1', {}, 'HEAD')).answer.status).toBe(200);
    expect((await fetchPart('bytes=0-1', { 'if-none-match': `"${name}"` })).answer.status).toBe(304);
  });
});

describe('the hashes of files', () => {
  async function readHashes(names: readonly string[], as: Principal = { kind: 'gateway' }) {
    const answer = await fetch(`${media.address}${mediaFileHashes.path}`, {
      method: 'POST',
      headers: { ...media.tokenHeader(as), 'content-type': 'application/json' },
      body: JSON.stringify({ names }),
    });
    const { files } = (await answer.json()) as ResponseOf<typeof mediaFileHashes>;
    return { status: answer.status, files };
  }
  /** What a client computes of the file that it fetched. */
  async function expectedHash(name: string) {
    const bytes = Buffer.from(await (await media.fetchFile(name)).arrayBuffer());
    return { name, size: bytes.length, hash: createHash('sha256').update(bytes).digest('hex') };
  }

  it('are those of the served bytes; unknown files are left out', async () => {
    const names = [await media.uploadFile(await createImage('jpeg')), await media.uploadFile(svg)];
    const { status, files } = await readHashes([...names, 'unknown.png']);
    expect(status).toBe(200);
    expect(files).toHaveLength(2);
    for (const name of names) expect(files).toContainEqual(await expectedHash(name));
  });

  it('are computed a few at a time for files that have none yet, and stored', async () => {
    const names = [];
    for (let count = 0; count < 12; count += 1) names.push(await media.uploadFile(svg));
    await media.files.updateMany({ _id: { $in: names } }, { $unset: { hash: 1 } });
    // Names that authors typed, without a file.
    const typed = Array.from({ length: 12 }, (_, count) => `a${count}.png`);
    await media.files.insertMany(typed.map((_id) => ({ _id, createdAt: new Date() })));
    expect((await readHashes([...typed, ...names])).files).toHaveLength(10);
    const { files } = await readHashes([...typed, ...names]);
    expect(files).toHaveLength(12);
    expect(files).toContainEqual(await expectedHash(names[11] ?? ''));
    expect(await media.files.countDocuments({ _id: { $in: names }, hash: { $exists: true } })).toBe(12);
  });

  it('are told to the gateway alone', async () => {
    for (const kind of ['public', 'apiKey'] as const)
      expect((await readHashes([], kind === 'public' ? { kind } : { kind, apiKeyId: 1 })).status).toBe(403);
  });
});

it('answers HEAD without the file', async () => {
  const content = await createImage('png');
  const name = await media.uploadFile(content);
  const answer = await media.fetchFile(name, { method: 'HEAD' });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-length')).toBe(String(content.length));
});

it.each(['png', 'jpeg', 'webp'] as const)('makes %s smaller, in each width there is', async (format) => {
  const name = await media.uploadFile(await createImage(format, { width: 700, height: 350 }));
  for (const width of thumbnailWidths) {
    const answer = await media.fetchFile(`${name}?w=${width}`);
    expect(answer.headers.get('content-type')).toBe(`image/${format}`);
    const made = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect(made).toMatchObject({ format, width, height: width / 2 });
  }
});

it('never makes a picture larger', async () => {
  const name = await media.uploadFile(await createImage('png', { width: 100, height: 50 }));
  const answer = await media.fetchFile(`${name}?w=640`);
  expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({ width: 100 });
});

it('turns a photograph the right way up', async () => {
  const lying = await sharp(await createImage('jpeg', { width: 200, height: 100 }))
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const name = await media.uploadFile(lying);
  const answer = await media.fetchFile(`${name}?w=64`);
  expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({
    width: 64,
    height: 128,
  });
});

it('creates one thumbnail for concurrent requests, and stores it', async () => {
  const storage = createDiskStorage(media.uploadsDir);
  const put = jest.fn(storage.put);
  const counting = await startMedia({ storage: { ...storage, put }, uploadsDir: media.uploadsDir });
  try {
    const name = await counting.uploadFile(await createImage('png', { width: 500, height: 500 }));
    const answers = await Promise.all(Array.from({ length: 20 }, () => counting.fetchFile(`${name}?w=160`)));
    const bodies = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(bodies).size).toBe(1);
    await (await counting.fetchFile(`${name}?w=160`)).text();
    expect(put.mock.calls.map(([key]) => key)).toEqual([name, `thumbnails/160/${name}`]);
  } finally {
    await counting.close();
  }
});

it('limits the thumbnails that are created and queued, rejects the others, and creates them on a retry', async () => {
  const storage = createDiskStorage(media.uploadsDir);
  let [running, mostRunning, released] = [0, 0, 0];
  const started: (() => void)[] = [];
  const opened: Readable[] = [];
  const slow = await startMedia({
    uploadsDir: media.uploadsDir,
    storage: {
      ...storage,
      async get(key) {
        const file = await storage.get(key);
        if (file) opened.push(file.stream);
        return file;
      },
      async createTempPath() {
        running += 1;
        mostRunning = Math.max(mostRunning, running);
        await new Promise<void>((resolve) => started.push(resolve));
        running -= 1;
        released += 1;
        // Each thumbnail takes a process. Without a place for the file, the original is served.
        if (released > 3) throw new Error('No place');
        return storage.createTempPath();
      },
    },
  });
  try {
    const original = await createImage('png', { width: 80, height: 80 });
    const names = Array.from({ length: 120 }, (_one, n) => `${String(n).padStart(32, 'c')}.png`);
    await Promise.all(names.map((name) => writeFile(join(media.uploadsDir, name), original)));
    let answered = 0;
    const answers = names.map(async (name) => {
      const answer = await slow.fetchFile(`${name}?w=64`);
      answered += 1;
      return answer;
    });
    await eventually(() => expect(answered).toBe(18));
    while (answered < names.length) {
      for (const go of started.splice(0)) go();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const refused = (await Promise.all(answers)).filter(({ status }) => status === 503);
    expect(mostRunning).toBe(2);
    expect(refused).toHaveLength(18);
    expect(refused.map(({ headers }) => headers.get('retry-after'))).toEqual(refused.map(() => '5'));
    expect(opened.length).toBeGreaterThan(100);
    await eventually(() => expect(opened.filter(({ destroyed }) => !destroyed)).toHaveLength(0));
  } finally {
    await slow.close();
  }
  expect((await media.fetchFile(`${'119'.padStart(32, 'c')}.png?w=64`)).status).toBe(200);
});

it('serves the original when no thumbnail can be created', async () => {
  await writeFile(join(media.uploadsDir, 'not-really.png'), 'words');
  const answer = await media.fetchFile('not-really.png?w=64');
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe('words');
});

it('rejects other widths', async () => {
  const name = await media.uploadFile(await createImage('png'));
  for (const width of ['65', '0', '-64', '1e9', 'x', '']) {
    const answer = await media.fetchFile(`${name}?w=${width}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ message: 'w must be one of 64, 160, 320, 640' });
  }
});

it('answers 404 for unknown names, other file types and other paths', async () => {
  await writeFile(join(media.uploadsDir, 'page.html'), '<script>alert(1)</script>');
  for (const path of [`${'0'.repeat(32)}.png`, `${'0'.repeat(32)}.png?w=64`, 'page.html', 'cover'])
    expect(await (await media.fetchFile(path)).json()).toMatchObject({
      code: 'not_found',
      message: 'File not found',
    });
  for (const path of ['..%2f..%2fetc%2fpasswd', '.incoming', 'thumbnails%2f64%2fx.png', '%2e%2e'])
    expect((await media.fetchFile(path)).status).toBeGreaterThanOrEqual(400);
});
