import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { crc32, createDeflate } from 'node:zlib';
import {
  type EntityEvent,
  type ErrorBody,
  headerNames,
  mediaRecordingUpload,
  mediaUpload,
  type Principal,
  type ResponseOf,
} from '@khmer-learning/contracts';
import {
  loadConfig,
  localInternalPrivateKey,
  openService,
  periodicJobsOf,
  signInternalToken,
} from '@khmer-learning/service-kit';
import {
  buildEntityEvent,
  bundleTypeScript,
  createTempDirectory,
  eventually,
  publishEvents,
  publishStreamIsFilled,
  testServiceSettings,
} from '@khmer-learning/test-kit';
import sharp from 'sharp';
import { buildApp, type MediaOptions } from './app.ts';
import { mediaConfigSchema } from './config.ts';
import { filesOf } from './files/file.model.ts';
import { garbageCollectionJobName } from './garbage-collection/garbage-collection.job.ts';

const teacher: Principal = {
  kind: 'session',
  userId: 7,
  role: 'teacher',
  sessionId: 's',
  sessionExpiresAt: 4_102_444_800,
};

type UploadResponse = ResponseOf<typeof mediaUpload> & ErrorBody;

/** How a test sends a file. */
export interface TestUpload {
  readonly name?: string;
  /** The content type that the sender declares. */
  readonly type?: string;
  readonly kind?: string;
  readonly as?: Principal;
}

const bundleWorker = async (name: string) =>
  pathToFileURL(await bundleTypeScript(join(import.meta.dirname, `decoders/${name}.worker.ts`)));
let workerBundles: Promise<[URL, URL]> | undefined;

/** Starts a media service with its own database and folder, called the way the gateway calls it. */
export async function startMedia(
  options: MediaOptions & { settings?: Record<string, string>; uploadsDir?: string } = {},
) {
  const uploadsDir = options.uploadsDir ?? (await createTempDirectory());
  const config = loadConfig(mediaConfigSchema, {
    ...(await testServiceSettings('media')),
    UPLOADS_DIR: uploadsDir,
    ...options.settings,
  });
  const service = openService({ name: 'media', config });
  workerBundles ??= Promise.all([bundleWorker('image'), bundleWorker('recording')]);
  const [image, recording] = await workerBundles;
  const media = buildApp(service, { workers: { image, recording }, ...options });
  await service.prepare();
  media.start();
  const address = await media.app.listen({ host: '127.0.0.1', port: 0 });
  await service.nats.whenConnected();
  await service.nats.createMissingStreams();
  for (const owner of ['content', 'quizzes'] as const) await publishStreamIsFilled(service.nats, owner);
  const [usageConsumer] = service.consumers;
  await eventually(async () => expect(await usageConsumer?.isUpToDate()).toBe(true));

  const tokenFor = (principal: Principal) =>
    signInternalToken(localInternalPrivateKey, {
      audience: 'media',
      requestId: randomUUID(),
      principal,
    });

  return {
    ...media,
    service,
    address,
    uploadsDir,
    files: filesOf(service.connection),
    tokenHeader: (principal = teacher) => ({ [headerNames.internalToken]: tokenFor(principal) }),

    async sendFile(content: Uint8Array | string, file: TestUpload = {}) {
      const form = new FormData();
      if (file.kind !== undefined) form.append('kind', file.kind);
      form.append(
        'file',
        new Blob([content], { type: file.type ?? 'image/png' }),
        file.name ?? 'picture.png',
      );
      return this.sendForm(form, file.as);
    },

    async sendForm(body: FormData | string, as: Principal = teacher, path: string = mediaUpload.path) {
      const answer = await fetch(`${address}${path}`, {
        method: 'POST',
        headers: this.tokenHeader(as),
        body,
      });
      return { status: answer.status, body: (await answer.json()) as UploadResponse };
    },

    async sendRecording(content: Uint8Array, as?: Principal) {
      const form = new FormData();
      form.append('file', new Blob([content]), 'word.wav');
      const { status, body } = await this.sendForm(form, as, mediaRecordingUpload.path);
      return { status, body: body as ResponseOf<typeof mediaRecordingUpload> & ErrorBody };
    },

    /** Uploads a valid picture. @returns its name */
    async uploadFile(content: Uint8Array | string, file: TestUpload = {}): Promise<string> {
      const { status, body } = await this.sendFile(content, file);
      expect({ status, body }).toMatchObject({ status: 201 });
      return body.data.filename;
    },

    /** Fetches a file without a session. Reads the whole body: an unread response would keep its connection open. */
    async fetchFile(path: string, init: RequestInit = {}): Promise<Response> {
      const answer = await fetch(`${address}/uploads/${path}`, {
        ...init,
        headers: { ...this.tokenHeader({ kind: 'public' }), ...init.headers },
      });
      const body = await answer.arrayBuffer();
      return new Response(body.byteLength > 0 ? body : null, answer);
    },

    /** Lists all files in the folder, including temporary ones. */
    async listFilesOnDisk(): Promise<string[]> {
      const entries = await readdir(uploadsDir, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(uploadsDir.length + 1))
        .sort();
    },

    async readMetric(line: string): Promise<number> {
      const text = await (await fetch(`${address}/metrics`)).text();
      return Number(
        text
          .split('\n')
          .find((candidate) => candidate.startsWith(line))
          ?.split(' ')
          .at(-1) ?? Number.NaN,
      );
    },

    /** Publishes the event of an entity (state null: deleted) and waits until the service has consumed it. */
    async publishEntityState(
      event: Pick<EntityEvent, 'entity' | 'entityId' | 'version' | 'state'>,
      owner: 'content' | 'quizzes' = 'content',
    ): Promise<void> {
      const kind = { service: owner, entity: event.entity } as const;
      await publishEvents(service.nats, [buildEntityEvent(kind, event.entityId, event.version, event.state)]);
      const [consumer] = service.consumers;
      const definition = kind as Parameters<NonNullable<typeof consumer>['waitForVersion']>[0];
      expect(await consumer?.waitForVersion(definition, event.entityId, event.version, 40_000)).toBe(true);
      await eventually(() => expect(consumer?.pending()).toBe(0));
    },

    /** Has the garbage collection run now, and waits until it has. */
    async collectGarbage() {
      const jobs = periodicJobsOf(service.connection);
      const _id = garbageCollectionJobName;
      await jobs.updateOne({ _id }, { $set: { dueAt: new Date(0) } });
      media.wakeJobs();
      await eventually(async () =>
        expect(await jobs.countDocuments({ _id, dueAt: { $gt: new Date() } })).toBe(1),
      );
    },

    async close() {
      await media.stop();
      // Closes connections whose responses a test has not read to the end.
      media.app.server.closeAllConnections();
      await media.app.close();
      await service.close();
    },
  };
}
export type TestMedia = Awaited<ReturnType<typeof startMedia>>;

/** Creates a picture of noise, which compresses badly. */
export async function createImage(
  format: 'png' | 'jpeg' | 'webp' | 'gif' = 'png',
  size: { width: number; height: number } = { width: 300, height: 200 },
): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { ...size, channels: 3, background: 'white', noise } })
    .toFormat(format)
    .toBuffer();
}

/** Creates a PNG that is small as a file and huge as a bitmap: all black, greyscale with `bits` per pixel. */
export async function createHugePng(width: number, height: number, bits: 1 | 8): Promise<Buffer> {
  const row = Buffer.alloc(1 + Math.ceil((width * bits) / 8));
  const rows = Readable.from(
    (function* () {
      for (let y = 0; y < height; y += 1) yield row;
    })(),
  );
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = bits;
  const pixels = await buffer(rows.pipe(createDeflate()));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', head),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Creates a chunk of a PNG file. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
