import { auditInputForUpdate } from './audit-input.ts';

test('a write that changes only the status records the new status', () => {
  const draft = { title: 'a', status: 'draft' };
  const published = { ...draft, status: 'published' };
  expect(auditInputForUpdate(draft, published)).toEqual({
    action: 'status',
    fields: ['status'],
    detail: 'published',
  });
  expect(auditInputForUpdate(draft, { ...published, title: 'b' })).toEqual({
    action: 'updated',
    fields: ['status', 'title'],
  });
  expect(auditInputForUpdate(draft, draft)).toEqual({ action: 'updated', fields: [] });
});
