import { auditedEndpointIds, findAuditRecords } from '@khmer-learning/test-kit';
import { createImage, startMedia, type TestMedia } from '../media.fixture.ts';
import { createVoice, createWav } from '../recordings/sound.fixture.ts';

let media: TestMedia;

beforeAll(async () => {
  media = await startMedia();
});
afterAll(() => media.close());

it('has the writing endpoints of pictures and recordings, and the retry of failed jobs', () => {
  expect([...auditedEndpointIds('media')].sort()).toEqual([
    'deadJobs.media.retry',
    'media.upload',
    'media.uploadRecording',
  ]);
});

it('records who uploaded a file, and nothing for a rejected upload', async () => {
  const name = await media.uploadFile(await createImage('png'));
  expect((await media.sendFile('no picture')).status).toBe(415);
  const { data } = (await media.sendRecording(createWav(createVoice({ sampleRate: 8_000 })))).body;
  expect((await media.sendRecording(Buffer.from('no sound'))).status).toBe(415);
  const uploaded = (entityId: string, detail: string) =>
    expect.objectContaining({
      ...{ service: 'media', action: 'uploaded', entity: 'file', entityId, detail },
      actor: { id: expect.any(Number), role: 'teacher' },
    });
  const records = await findAuditRecords(media.service.connection);
  expect(records).toHaveLength(2);
  expect(records).toEqual(
    expect.arrayContaining([uploaded(name, 'image/png'), uploaded(data.filename, 'audio/mpeg')]),
  );
});
