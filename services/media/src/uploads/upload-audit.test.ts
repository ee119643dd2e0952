import { auditedEndpointIds, findAuditRecords } from '@khmer-learning/test-kit';
import { createImage, startMedia, type TestMedia } from '../media.fixture.ts';

let media: TestMedia;

beforeAll(async () => {
  media = await startMedia();
});
afterAll(() => media.close());

it('has one writing endpoint', () => {
  expect(auditedEndpointIds('media')).toEqual(['media.upload']);
});

it('records who uploaded a file, and nothing for a rejected upload', async () => {
  const name = await media.uploadFile(await createImage('png'));
  expect((await media.sendFile('no picture')).status).toBe(415);
  expect(await findAuditRecords(media.service.connection)).toEqual([
    expect.objectContaining({
      service: 'media',
      action: 'uploaded',
      entity: 'file',
      entityId: name,
      detail: 'image/png',
      actor: { id: expect.any(Number), role: 'teacher' },
    }),
  ]);
});
