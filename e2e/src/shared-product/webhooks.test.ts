import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { ConsolePage } from '@khmer-learning/console-e2e';
import {
  lessons,
  lessonTypes,
  mainLessons,
  type WebhookEventBody,
  webhooksDelete,
  webhooksList,
} from '@khmer-learning/contracts';
import { eventually } from '@khmer-learning/test-kit';
import type { Browser, Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { launchBrowser, openPage } from '../browser.ts';
import { getSharedClient, getSharedStack } from '../test-stack.ts';

/** The story of a program that is told of lessons, and dies meanwhile. */
const stack = getSharedStack();
const client = getSharedClient();
let browser: Browser;
let page: Page;
let admin: ConsolePage;
let lesson: { mainLessonId: number; lessonTypeId: number };

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
const taken: Received[] = [];
/** What it got when it died. */
const lost: Received[] = [];

/** Starts the receiver, which dies of a request instead of answering it when it has taken some. */
async function startReceiver(port: number, lifetime: number) {
  const server = createServer(async (request, response) => {
    const received = { headers: request.headers, body: await text(request) };
    if (taken.length < lifetime) {
      taken.push(received);
      return response.writeHead(204).end();
    }
    lost.push(received);
    return stop();
  });
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return { port: (server.address() as AddressInfo).port, stop };
}

beforeAll(async () => {
  browser = await launchBrowser();
  const mainLesson = { title: 'Told', description: 'By a test', imageCover: 'cover.png', free: true };
  const { id: mainLessonId } = await client.call(mainLessons.create, { body: mainLesson });
  const { id: lessonTypeId } = await client.call(lessonTypes.create, { body: { title: 'Told', icon: '📣' } });
  lesson = { mainLessonId, lessonTypeId };
  page = await openPage(browser);
  admin = new ConsolePage(page);
  await admin.signIn(stack.url, stack.admin);
});

afterAll(async () => {
  for (const { id } of await client.call(webhooksList, {}))
    await client.call(webhooksDelete, { params: { id } });
  await browser?.close();
});

const publish = (title: string) =>
  client.call(lessons.create, {
    body: {
      ...{ ...lesson, title, description: 'Told', level: 'Beginner', status: 'published' },
      sections: [{ title: 'Words', content: 'Rice [bay] : បាយ', html: null, ops: null }],
    },
  });

it('shows what a dead receiver missed, and tells it each event under its first id once it is back', async () => {
  const first = await startReceiver(0, 1);
  await admin.openFromTools('Webhooks');
  const form = await admin.openActionDialog('New Webhook');
  await form.getByLabel('Description').fill('Ledger');
  await form.getByLabel('Address').fill(`http://127.0.0.1:${first.port}`);
  await form.getByLabel('A lesson was published').check();
  await form.getByRole('button', { name: 'Create Webhook' }).click();
  const secretDialog = page.getByRole('dialog', { name: 'Secret of the webhook' });
  const secret = (await secretDialog.locator('code').textContent()) ?? '';
  await secretDialog.getByRole('button', { name: 'I have kept it' }).click();

  await publish('First');
  await eventually(() => expect(taken).toHaveLength(1));
  await publish('Second');
  await eventually(() => expect(lost).toHaveLength(1));
  await publish('Third');
  await admin.chooseRowAction('Ledger', 'Deliveries');
  const list = page.getByRole('dialog', { name: 'Deliveries' });
  const rows = (state: string) => list.getByRole('row', { name: `lesson.published ${state}` });
  // After the second attempt, the next one is a minute away.
  await eventually(async () => expect(await rows('Waiting 2').count()).toBe(2));
  await rows('Delivered · 204 1').waitFor();

  const shown: string[] = [];
  const second = await startReceiver(first.port, 3);
  for (const title of ['Third', 'Second']) {
    await rows('Waiting 2').first().getByRole('button').click();
    const delivery = page.getByRole('dialog', { name: 'Delivery', exact: true });
    await delivery.getByText('The receiver cannot be reached. ECONNREFUSED').waitFor();
    const sent = (await delivery.locator('pre').textContent()) ?? '';
    expect(sent).toContain(`"title":"${title}"`);
    shown.push(/^webhook-id: (.+)$/m.exec(sent)?.[1] ?? '');
    await delivery.getByRole('button', { name: 'Send again' }).click();
    await delivery.getByText('Delivered · 204').waitFor();
    await delivery.getByRole('button', { name: 'Close' }).click();
  }
  await eventually(async () => expect(await rows('Delivered · 204').count()).toBe(3));
  second.stop();

  const webhook = new Webhook(secret);
  const told = taken.map(({ body, headers }) => ({
    ...(webhook.verify(body, headers as Record<string, string>) as WebhookEventBody),
    webhookId: headers['webhook-id'],
  }));
  expect(told).toMatchObject([
    { type: 'lesson.published', data: { title: 'First' } },
    { data: { title: 'Third' }, webhookId: shown[0] },
    { data: { title: 'Second' }, webhookId: shown[1] },
  ]);
  expect(lost.map(({ headers }) => headers['webhook-id'])).toEqual([shown[1]]);
});
