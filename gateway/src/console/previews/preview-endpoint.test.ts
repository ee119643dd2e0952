import { hash, randomBytes } from 'node:crypto';
import type { LinkedLesson } from '@khmer-learning/contracts';
import {
  type FakeUpstream,
  type RunningGateway,
  startFakeUpstream,
  startGateway,
  upstreamEnv,
} from '../../gateway.fixture.ts';

const lesson: LinkedLesson = {
  title: 'Rivers & <seas>',
  description: 'Water',
  level: 'Beginner',
  lessonType: 'Reading',
  sections: [
    {
      title: 'Words',
      content: 'River [tʊənlee] : ទន្លេ\n<script>alert(1)</script>',
      html: null,
      recordings: [{ language: 'en', text: 'River', file: 'river.mp3' }],
    },
    { title: 'Talk', content: 'Hi', html: '<p>Hi <strong>there</strong></p>' },
  ],
};

let upstream: FakeUpstream;
let gateway: RunningGateway;
const token = randomBytes(32).toString('base64url');

beforeAll(async () => {
  upstream = await startFakeUpstream('content', ({ body }) => ({
    lesson: String(body).includes(hash('sha256', token)) ? lesson : null,
  }));
  gateway = await startGateway({
    env: { ...upstreamEnv(upstream.url), TRUST_PROXY: 'true' },
  });
  await gateway.waitUntilReady();
});
afterAll(async () => {
  await gateway.stop();
  await upstream.close();
});

const open = (path: string, from = '203.0.113.1') =>
  gateway.call(path, { headers: { 'x-forwarded-for': from } });
const answered = (status: number) => ({ status, isPage: true, isKept: false });
const summaryOf = ({ status, headers }: Response) => ({
  status,
  isPage: headers.get('content-type') === 'text/html; charset=utf-8',
  isKept: headers.get('cache-control') !== 'no-store' || headers.get('etag') !== null,
});

it('shows a lesson to whoever has the link, without scripts, to no search engine and no other site', async () => {
  const answer = await open(`/preview/${token}`);
  expect(summaryOf(answer)).toEqual(answered(200));
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/^default-src 'none'; style-src 'nonce-[\w-]+';/);
  expect(policy).not.toMatch(/script-src|unsafe|connect-src/);
  expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow');
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  expect(answer.headers.get('set-cookie')).toBeNull();
  const page = await answer.text();
  for (const shown of [
    '<title>Rivers &amp; &lt;seas&gt;</title>',
    '<strong>River</strong> [tʊənlee]',
    '<span lang="km">ទន្លេ</span>',
    'src="/uploads/river.mp3"',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    '<p>Hi <strong>there</strong></p>',
  ])
    expect(page).toContain(shown);
  expect(page).not.toContain('<script');
});

it('says that a link has ended, and asks nobody about what cannot be a token', async () => {
  const ended = await open(`/preview/${randomBytes(32).toString('base64url')}`);
  expect(summaryOf(ended)).toEqual(answered(404));
  expect(await ended.text()).toContain('This link has ended');
  upstream.received.length = 0;
  expect(summaryOf(await open('/preview/1'))).toEqual(answered(404));
  expect(upstream.received).toEqual([]);
});

it('limits the pages of each address', async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 121; n++) statuses.push((await open('/preview/1', '203.0.113.2')).status);
  expect(statuses.filter((status) => status === 404)).toHaveLength(120);
  const refused = await open(`/preview/${token}`, '203.0.113.2');
  expect(summaryOf(refused)).toEqual(answered(429));
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await open(`/preview/${token}`, '203.0.113.3')).status).toBe(200);
});
