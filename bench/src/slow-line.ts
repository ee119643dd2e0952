import { setTimeout as delay } from 'node:timers/promises';
import { lessons as lessonEndpoints } from '@khmer-learning/contracts';
import { findChromium } from '@khmer-learning/local-stack';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import { median } from './measure.ts';
import { type BenchStack, columns } from './run-with-stack.ts';

const rounds = 5;
const lessons = 20;
const wordsOfLongLesson = 2_000;

/** Fast 3G as specified: 1.6 Mbit/s down, 750 kbit/s up, 150 ms. */
const fast3g = { downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8, latency: 150 };
/** DevTools delays requests instead of packets, and its presets correct for that. */
const fast3gOfDevTools = {
  downloadThroughput: fast3g.downloadThroughput * 0.9,
  uploadThroughput: fast3g.uploadThroughput * 0.9,
  latency: fast3g.latency * 3.75,
};
const lines = { 'Fast 3G': fast3g, 'Fast 3G of DevTools': fast3gOfDevTools };
type Line = typeof fast3g;
const fullSpeed: Line = { downloadThroughput: -1, uploadThroughput: -1, latency: 0 };

/** What the browser fetched until a screen was usable. */
interface Load {
  readonly milliseconds: number;
  /** All requests, as the browser's tools count them. */
  readonly requests: number;
  /** Those that its cache did not answer: that were sent. */
  readonly sent: number;
  /** The bytes received, with headers. */
  readonly bytes: number;
  /** Largest contentful paint, in milliseconds. */
  readonly largestPaint: number;
}

/** Records the requests of a page, and which of them its own cache does not answer. */
function recordRequests(session: CDPSession): () => Pick<Load, 'requests' | 'sent' | 'bytes'> {
  let requests = 0;
  const sent = new Set<string>();
  const bytes = new Map<string, number>();
  const count = (id: string, length: number) => bytes.set(id, (bytes.get(id) ?? 0) + length);
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!/^https?:/.test(request.url)) return;
    requests += 1;
    sent.add(requestId);
  });
  session.on('Network.requestServedFromCache', ({ requestId }) => sent.delete(requestId));
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache === true) sent.delete(requestId);
    else count(requestId, response.encodedDataLength);
  });
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) =>
    count(requestId, encodedDataLength),
  );
  return () => ({
    requests,
    sent: sent.size,
    bytes: [...sent].reduce((sum, id) => sum + (bytes.get(id) ?? 0), 0),
  });
}

/** Runs in the page: the time of the latest candidate for the largest contentful paint. */
const readLargestPaint = `new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime)).observe({
    type: 'largest-contentful-paint',
    buffered: true,
  });
})`;

/** Runs in the page: whether the sign-in form is there. */
const isSignInShown = `document.querySelector('input[type=password]') !== null`;

/** Measures from `begin` until `usable`, on a slow line. */
async function measureLoad(
  page: Page,
  line: Line,
  begin: () => Promise<unknown>,
  usable: () => Promise<unknown>,
): Promise<Load> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...line });
  const recorded = recordRequests(session);
  const startedAt = performance.now();
  await Promise.all([begin(), usable()]);
  const load = { milliseconds: performance.now() - startedAt, ...recorded() };
  const largestPaint = await page.evaluate<number>(readLargestPaint);
  await session.send('Network.emulateNetworkConditions', { offline: false, ...fullSpeed });
  await session.detach();
  return { ...load, largestPaint };
}

const goTo = (page: Page, url: string) => () => page.goto(url, { waitUntil: 'commit' });

/** The three screens in one browser profile: signing in, the list when it is reloaded, and a form that is opened first. */
async function measureScreens(browser: Browser, { stack }: BenchStack, longLesson: number, line: Line) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const page = await context.newPage();
    const signIn = await measureLoad(page, line, goTo(page, stack.url), async () => {
      // A locator that is not found at once looks again only after half a second.
      while (!(await page.evaluate<boolean>(isSignInShown).catch(() => false))) await delay(10);
      await page.getByLabel('Email').fill(stack.admin.email);
    });
    await page.getByLabel('Password', { exact: true }).fill(stack.admin.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Dashboard Overview' }).waitFor();
    const list = `${stack.url}/dashboard#/lessons`;
    await page.goto('about:blank');
    await page.goto(list);
    const firstRow = () => page.getByText(`part ${lessons}`).first().waitFor();
    await firstRow();
    await page.waitForLoadState('networkidle');
    const form = await measureLoad(
      page,
      line,
      () => page.evaluate(`location.assign('#/lessons?open=${longLesson}')`),
      () => page.getByRole('dialog').getByLabel('Title').first().waitFor(),
    );
    await page.goto('about:blank');
    await page.goto(list);
    await firstRow();
    await page.waitForLoadState('networkidle');
    const reload = await measureLoad(page, line, () => page.reload({ waitUntil: 'commit' }), firstRow);
    return { 'sign-in': signIn, 'lesson form': form, 'reload of the list': reload };
  } finally {
    await context.close();
  }
}

/** Measures the start of the console on a slow line: time until usable, requests and bytes. */
export async function measureSlowLine(bench: BenchStack): Promise<void> {
  const { client, lessonBody } = bench;
  const content = Array.from(
    { length: wordsOfLongLesson },
    (_, number) => `word${(number * 7919).toString(36)} [w${number.toString(36)}] : ពាក្យ ${number}`,
  ).join('\n');
  const sections = [{ title: 'Key words', content, html: null, ops: null }];
  const { id } = await client.call(lessonEndpoints.create, { body: { ...lessonBody(1), sections } });
  for (let number = 1; number <= lessons; number += 1)
    await client.call(lessonEndpoints.create, { body: lessonBody(number) });

  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    for (const [name, line] of Object.entries(lines)) {
      console.log(columns([name, 'ms', 'LCP ms', 'requests', 'sent', 'KB']));
      const runs: Awaited<ReturnType<typeof measureScreens>>[] = [];
      for (let round = 0; round < rounds; round += 1)
        runs.push(await measureScreens(browser, bench, id, line));
      for (const screen of ['sign-in', 'lesson form', 'reload of the list'] as const) {
        const of = (figure: (load: Load) => number) => median(runs.map((run) => figure(run[screen])));
        const cells = [
          Math.round(of(({ milliseconds }) => milliseconds)),
          Math.round(of(({ largestPaint }) => largestPaint)),
          of(({ requests }) => requests),
          of(({ sent }) => sent),
          (of(({ bytes }) => bytes) / 1_000).toFixed(0),
        ];
        console.log(columns([screen, ...cells]));
      }
    }
  } finally {
    await browser.close();
  }
}
