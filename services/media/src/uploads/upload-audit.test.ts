import { auditedEndpointIds, findAuditRecords } from '@khmer-learning/test-kit';
import { openMedia, picture, type TestMedia } from '../media.fixture.ts';

let media: TestMedia;

beforeAll(async () => {
  media = await openMedia();
});
afterAll(() => media.close());

it('has one call that changes something', () => {
  expect(auditedEndpointIds('media')).toEqual(['media.upload']);
});

it('remembers who uploaded a file, and nothing of one that was refused', async () => {
  const name = await media.uploaded(await picture('png'));
  expect((await media.send('no picture')).status).toBe(415);
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
