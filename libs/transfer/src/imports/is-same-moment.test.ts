import { isSameMoment } from './is-same-moment.ts';

const moment = new Date('2026-11-21T05:00:07.120Z');

it.each([
  '2026-11-21T05:00:07.120Z',
  '2026-11-21T05:00:07.12Z',
  '2026-11-21T05:00:07.120999+00:00',
  '2026-11-21T05:00:07Z',
  '2026-11-21t05:00:07z',
  '2026-11-21T12:00:07.120+07:00',
  '2026-11-20T22:00:07-0700',
  '2026-11-21 05:00:07,120',
])('takes %s for the same moment', (text) => {
  expect(isSameMoment(text, moment)).toBe(true);
});

it.each([
  '2026-11-21T05:00:07.121Z',
  '2026-11-21T05:00:08Z',
  '2026-11-21T05:00:07+07:00',
  '2026-11-21',
  '2026-13-21T05:00:07Z',
  'then',
  '',
])('takes %s for another one', (text) => {
  expect(isSameMoment(text, moment)).toBe(false);
});
