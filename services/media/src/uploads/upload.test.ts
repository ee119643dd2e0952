import { once } from 'node:events';
import { symlink } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { setInterval } from 'node:timers';
import { uploadLimits, uploadMessages } from '@khmer-learning/contracts';
import { createTempDirectory, eventually } from '@khmer-learning/test-kit';
import sharp from 'sharp';
import { createHugePng, createImage, pngChunk, startMedia, type TestMedia } from '../media.fixture.ts';
import { createDiskStorage } from '../storage/disk-storage.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0h10v10z"/></svg>';

let media: TestMedia;
let png: Buffer;
beforeAll(async () => {
  media = await startMedia();
  png = await createImage('png');
});
afterAll(() => media.close());

/** Expects no file, no record and no temporary file. */
async function expectNothingLeft(one: TestMedia = media): Promise<void> {
  await eventually(async () => expect(await one.listFilesOnDisk()).toEqual([]));
  expect(await one.files.countDocuments()).toBe(0);
}

async function removeFiles(): Promise<void> {
  for (const { _id } of await media.files.find()) await createDiskStorage(media.uploadsDir).delete(_id);
  await media.files.deleteMany({});
}

describe('accepted uploads', () => {
  afterEach(removeFiles);

  it.each([
    ['png', 'png', 'image/png'],
    ['jpeg', 'jpg', 'image/jpeg'],
    ['webp', 'webp', 'image/webp'],
  ] as const)('%s, under a generated name, with its pixels', async (format, extension, type) => {
    const content = await createImage(format);
    const { status, body } = await media.sendFile(content, { name: '../../etc/x.html', type: 'text/html' });
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        data: {
          url: `/uploads/${body.data.filename}`,
          filename: expect.stringMatching(new RegExp(`^[0-9a-f]{32}\\.${extension}$`)),
        },
        message: 'File uploaded successfully!',
      },
    });
    expect(await media.listFilesOnDisk()).toEqual([body.data.filename]);
    const served = await media.fetchFile(body.data.filename);
    expect(served.headers.get('content-type')).toBe(type);
    const stored = Buffer.from(await served.arrayBuffer());
    const shown = await sharp(stored).removeAlpha().raw().toBuffer();
    const sent = await sharp(content).removeAlpha().raw().toBuffer();
    expect(shown.length).toBe(sent.length);
    // A difference of a few of 256 shades is not visible; the sample is noise, the worst case.
    const difference = shown.reduce((sum, shade, index) => sum + Math.abs(shade - (sent[index] ?? 0)), 0);
    expect(difference / shown.length).toBeLessThan(format === 'png' ? 0.001 : 8);
    expect(await media.files.findById(body.data.filename).lean()).toMatchObject({
      size: stored.length,
      uploadedBy: 7,
      unusedSince: expect.any(Date),
    });
  });

  it('svg, sanitised', async () => {
    const name = await media.uploadFile(
      svg.replace('<path', '<script>alert(1)</script><path onclick="alert(2)"'),
      {
        name: 'icon.svg',
      },
    );
    expect(name).toMatch(/\.svg$/);
    expect(await (await media.fetchFile(name)).text()).toBe(svg.replace('/></svg>', '></path></svg>'));
  });

  it('what its kind allows, whether the kind comes before or after the file', async () => {
    expect((await media.sendFile(svg, { kind: 'icon' })).status).toBe(201);
    for (const kind of ['cover', 'editor'])
      expect(await media.sendFile(svg, { kind })).toMatchObject({
        status: 415,
        body: { message: uploadMessages.unsupported },
      });
    const webp = await createImage('webp');
    expect((await media.sendFile(webp, { kind: 'cover' })).status).toBe(201);
    for (const kind of ['icon', 'editor']) expect((await media.sendFile(webp, { kind })).status).toBe(415);
    const form = new FormData();
    form.append('file', new Blob([webp]), 'x');
    form.append('kind', 'icon');
    expect((await media.sendForm(form)).status).toBe(415);
    expect((await media.sendFile(webp, { kind: 'video' })).status).toBe(400);
  });

  it('exactly 10 MB', async () => {
    // Bytes after the end of the picture are ignored.
    const content = Buffer.concat([png, Buffer.alloc(uploadLimits.bytes - png.length)]);
    expect((await media.sendFile(content)).status).toBe(201);
  });

  it('only with a console session', async () => {
    expect((await media.sendFile(png, { as: { kind: 'public' } })).status).toBe(401);
    expect((await media.sendFile(png, { as: { kind: 'apiKey', apiKeyId: 1 } })).status).toBe(401);
  });
});

describe('the metadata of a picture', () => {
  afterEach(removeFiles);

  const secret = 'Sok Dara, 11.5564 N 104.9282 E';
  const telling = async (format: 'png' | 'jpeg' | 'webp') =>
    sharp(await createImage(format))
      .withExif({ IFD0: { Copyright: secret }, IFD3: { GPSLatitude: '11/1 33/1 23/1', GPSLatitudeRef: 'N' } })
      .toBuffer();
  const stored = async (content: Buffer) => {
    const answer = await media.fetchFile(await media.uploadFile(content));
    return Buffer.from(await answer.arrayBuffer());
  };

  it.each(['png', 'jpeg', 'webp'] as const)('is removed from a %s', async (format) => {
    const before = await telling(format);
    expect((await sharp(before).metadata()).exif).toBeDefined();
    const after = await stored(before);
    const { exif, width, height, format: kept } = await sharp(after).metadata();
    expect({ exif, width, height, kept }).toEqual({ exif: undefined, width: 300, height: 200, kept: format });
    expect(after.includes(secret)).toBe(false);
  });

  it('is removed from a png with texts, whose pixels stay', async () => {
    const plain = await createImage('png');
    const end = plain.length - 12;
    const text = pngChunk('tEXt', Buffer.from(`Author\0${secret}`));
    const after = await stored(Buffer.concat([plain.subarray(0, end), text, plain.subarray(end)]));
    expect(after.includes(secret)).toBe(false);
    const [shown, sent] = await Promise.all([after, plain].map((one) => sharp(one).raw().toBuffer()));
    expect(shown?.equals(sent ?? Buffer.alloc(0))).toBe(true);
  });

  it('is applied before it is removed when it is the orientation', async () => {
    const lying = await sharp(await createImage('jpeg', { width: 200, height: 100 }))
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { width, height, orientation } = await sharp(await stored(lying)).metadata();
    expect({ width, height, orientation }).toEqual({ width: 100, height: 200, orientation: undefined });
  });

  it('is removed from an animation, which keeps its frames', async () => {
    const size = { width: 20, height: 20 };
    const frames = [await createImage('png', size), await createImage('png', size)];
    const moving = await sharp(frames, { join: { animated: true } })
      .webp({ delay: [100, 200] })
      .withExif({ IFD0: { Copyright: secret } })
      .toBuffer();
    const after = await stored(moving);
    expect(await sharp(after, { animated: true }).metadata()).toMatchObject({ pages: 2, delay: [100, 200] });
    expect(after.includes(secret)).toBe(false);
  });
});

describe('rejected uploads, which leave nothing behind', () => {
  afterEach(() => expectNothingLeft());

  it.each<[string, () => Promise<Buffer | string> | Buffer | string, number, string]>([
    ['html named .png', () => '<!doctype html><script>alert(1)</script>', 415, uploadMessages.unsupported],
    ['html with a drawing in it', () => `<html><body>${svg}</body></html>`, 415, uploadMessages.unsupported],
    ['a gif', () => createImage('gif'), 415, uploadMessages.unsupported],
    ['text', () => 'just words', 415, uploadMessages.unsupported],
    [
      '10 MB and a byte',
      () => Buffer.concat([png, Buffer.alloc(uploadLimits.bytes + 1 - png.length)]),
      413,
      uploadMessages.tooLarge,
    ],
    ['30 MB', () => Buffer.alloc(3 * uploadLimits.bytes), 413, uploadMessages.tooLarge],
    ['a png cut in half', () => png.subarray(0, png.length / 2), 400, uploadMessages.broken],
    ['a png without its last bytes', () => png.subarray(0, png.length - 30), 400, uploadMessages.broken],
    [
      'a jpeg cut off',
      async () => (await createImage('jpeg')).subarray(0, 3_000),
      400,
      uploadMessages.broken,
    ],
    [
      'a webp cut off',
      async () => (await createImage('webp')).subarray(0, 3_000),
      400,
      uploadMessages.broken,
    ],
    ['a png of eight bytes', () => png.subarray(0, 8), 400, uploadMessages.broken],
    ['a drawing that is no xml', () => '<svg viewBox="0 0 1 1"', 400, uploadMessages.broken],
    ['a drawing without a size', () => '<svg></svg>', 400, uploadMessages.broken],
    [
      'letters without a size',
      () => `<svg><text>${'a'.repeat(9_000)}</text></svg>`,
      400,
      uploadMessages.broken,
    ],
    [
      'too many letters',
      () => svg.replace('<path', `<text>${'a'.repeat(20_001)}</text><path`),
      400,
      uploadMessages.tooComplex,
    ],
    ['an empty file', () => '', 400, uploadMessages.missing],
  ])('%s', async (_what, content, status, message) => {
    const answer = await media.sendFile(await content(), { name: 'picture.png', type: 'image/png' });
    expect(answer).toMatchObject({ status, body: { message, issues: [{ path: 'file', message }] } });
  });

  it.each([
    ['20,000 x 20,000', 20_000, 1],
    ['14,000 x 14,000', 14_000, 8],
  ] as const)('a png of %s pixels, without decoding it', async (_what, side, bits) => {
    const content = await createHugePng(side, side, bits);
    expect(content.length).toBeLessThan(uploadLimits.bytes);
    const before = process.memoryUsage.rss();
    let most = before;
    const watching = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss());
    }, 2);
    const answer = await media.sendFile(content);
    clearInterval(watching);
    expect(answer).toMatchObject({ status: 400, body: { message: uploadMessages.tooManyPixels } });
    expect(most - before).toBeLessThan(100 * 1024 ** 2);
  });

  it('a form without a file, and a body that is not a form', async () => {
    const form = new FormData();
    form.append('picture', new Blob([png]), 'picture.png');
    form.append('file', 'words');
    expect(await media.sendForm(form)).toMatchObject({
      status: 400,
      body: { message: uploadMessages.missing },
    });
    expect((await media.sendForm('file')).status).toBe(415);
  });

  it('two files at once', async () => {
    const form = new FormData();
    form.append('file', new Blob([png]), 'a.png');
    form.append('file', new Blob([png]), 'b.png');
    expect((await media.sendForm(form)).status).toBe(413);
  });

  it('a truncated form', async () => {
    const answer = await fetch(`${media.address}/api/upload`, {
      method: 'POST',
      headers: { ...media.tokenHeader(), 'content-type': 'multipart/form-data; boundary=x' },
      body: Buffer.concat([
        Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'),
        png,
      ]),
    });
    expect(answer.status).toBe(400);
  });

  it('an upload that the client aborts', async () => {
    const sending = request(`${media.address}/api/upload`, {
      method: 'POST',
      headers: {
        ...media.tokenHeader(),
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': 5_000_000,
      },
    });
    sending.on('error', () => undefined);
    sending.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n');
    sending.write(png);
    await eventually(async () => expect(await media.listFilesOnDisk()).toHaveLength(1));
    const aborted = await media.readMetric('uploads_total{outcome="aborted"');
    sending.destroy();
    await expectNothingLeft();
    await eventually(async () =>
      expect(await media.readMetric('uploads_total{outcome="aborted"')).toBe((aborted || 0) + 1),
    );
  });
});

describe('a storage that fails', () => {
  const noSpace = () =>
    Object.assign(new Error('no space left on device'), { code: 'ENOSPC', syscall: 'write' });
  // Writes to this device fail as on a full disk.
  async function fileOnFullDisk(folder: string): Promise<string> {
    const link = join(folder, 'full');
    await symlink('/dev/full', link);
    return link;
  }
  let small: TestMedia;
  afterEach(() => small.close());

  it.each<[string, (folder: string) => object]>([
    ['when the file is stored', () => ({ put: () => Promise.reject(noSpace()) })],
    ['when the upload begins', () => ({ createTempPath: () => Promise.reject(noSpace()) })],
    ['while the upload arrives', (folder) => ({ createTempPath: () => fileOnFullDisk(folder) })],
  ])('answers that there is no space: %s; and works again when there is', async (_when, broken) => {
    const uploadsDir = await createTempDirectory();
    const storage = { ...createDiskStorage(uploadsDir) };
    const working = { ...storage };
    Object.assign(storage, broken(uploadsDir));
    small = await startMedia({ storage, uploadsDir });
    expect(await small.sendFile(png)).toMatchObject({ status: 507, body: { message: uploadMessages.full } });
    await expectNothingLeft(small);
    expect(await small.readMetric('uploads_total{outcome="full"')).toBe(1);
    Object.assign(storage, working);
    await small.uploadFile(png);
  });

  it('leaves no file when its record cannot be written', async () => {
    small = await startMedia();
    await small.service.connection.collection('files').drop();
    await small.service.connection.createCollection('files', { validator: { never: { $exists: true } } });
    expect((await small.sendFile(png)).status).toBe(500);
    await eventually(async () => expect(await small.listFilesOnDisk()).toEqual([]));
  });
});

it('handles the next request of a connection after rejecting a large upload midway', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  async function sendLarge(kind: string): Promise<number | undefined> {
    const form = new FormData();
    form.append('kind', kind);
    form.append('file', new Blob([png, Buffer.alloc(8_000_000)]), 'a.png');
    const encoded = new Response(form);
    const sending = request(`${media.address}/api/upload`, {
      method: 'POST',
      agent,
      headers: { ...media.tokenHeader(), 'content-type': encoded.headers.get('content-type') ?? '' },
    });
    sending.end(Buffer.from(await encoded.arrayBuffer()));
    const [answer]: IncomingMessage[] = await once(sending, 'response');
    answer?.resume();
    return answer?.statusCode;
  }
  expect(await sendLarge('video')).toBe(400);
  expect(await sendLarge('cover')).toBe(201);
  agent.destroy();
});

it('counts uploads by outcome', async () => {
  const name = await media.uploadFile(png);
  expect(await media.readMetric('uploads_total{outcome="stored"')).toBeGreaterThan(0);
  expect(await media.readMetric('uploads_total{outcome="unsupported"')).toBeGreaterThan(0);
  expect(await media.listFilesOnDisk()).toContain(name);
});
