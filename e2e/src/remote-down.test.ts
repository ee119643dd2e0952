import path from 'node:path';
import { freePort, repoRoot, type Stack } from '@khmer-learning/local-stack';
import { eventually } from '@khmer-learning/test-kit';
import type { Browser } from 'playwright-core';
import { launchBrowser, openPage } from './browser.ts';
import { ConsolePage } from './console-page.ts';
import { createRemoteServer, type RemoteServer } from './remote-server.ts';
import { startTestStack } from './test-stack.ts';

/** An outage of a remote's host affects only that remote's views. */
let stack: Stack;
let browser: Browser;
let host: RemoteServer;

beforeAll(async () => {
  const port = await freePort();
  host = createRemoteServer(path.join(repoRoot(), 'mf-content/dist'), port);
  const entry = `http://127.0.0.1:${port}/mf-manifest.json`;
  [stack, browser] = await Promise.all([
    startTestStack({ env: { REMOTES: JSON.stringify([{ name: 'content', entry }]), REMOTE_DIRS: '' } }),
    launchBrowser(),
  ]);
});

afterAll(async () => {
  await browser?.close();
  await stack?.stop();
  await host?.stop();
});

async function openConsole(): Promise<ConsolePage> {
  const console_ = new ConsolePage(await openPage(browser));
  await console_.signIn(stack.url, stack.admin);
  return console_;
}

/** Clicks `Try again` until it, or an automatic retry, has removed the button. */
async function tryAgain({ page }: ConsolePage): Promise<void> {
  const button = page.getByRole('button', { name: 'Try again' });
  await eventually(
    async () => {
      if (await button.isVisible()) await button.click({ timeout: 1_000 }).catch(() => undefined);
      expect(await button.isVisible()).toBe(false);
    },
    { intervalMs: 1_000 },
  );
}

it('starts, signs in and shows the dashboard although a remote was never reachable', async () => {
  const admin = await openConsole();
  await expect(admin.dashboardCard('Total Lessons').textContent()).resolves.toContain('14');

  await admin.openView('content');
  const panel = admin.page.getByRole('alert').filter({ hasText: 'content could not be loaded' });
  await panel.waitFor();
  await admin.openView('Dashboard');
  await admin.dashboardCard('Recent Content').getByText('The weather').waitFor();

  await admin.openView('content');
  await host.start();
  await eventually(async () => {
    const answer = await fetch(`${stack.url}/remotes.json`);
    expect(await answer.text()).toContain('Lesson Management');
  });
  await tryAgain(admin);
  await admin.page.getByRole('heading', { name: 'Main Lesson Management' }).waitFor();
  await admin.page.getByRole('row', { name: /First Words/ }).waitFor();
});

it('keeps an unreachable remote in the sidebar, and recovers it', async () => {
  await host.stop();
  const admin = await openConsole();
  await admin.openView('Lessons');
  await admin.page.getByText('Lessons could not be loaded').waitFor();
  await admin.openView('Dashboard');
  await expect(admin.dashboardCard('Total Lessons').textContent()).resolves.toContain('14');

  await admin.openView('Lessons');
  const panel = admin.page.getByRole('alert').filter({ hasText: 'Lessons could not be loaded' });
  await panel.filter({ hasNotText: 'Retrying automatically' }).waitFor();
  await host.start();
  await tryAgain(admin);
  await admin.page.getByRole('row', { name: /The weather/ }).waitFor();
});
