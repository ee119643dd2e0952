import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { ConsolePage } from '@khmer-learning/console-e2e';
import { freePort, startStack } from '@khmer-learning/local-stack';
import { createTempDirectory } from '@khmer-learning/test-kit';
import { waitForAnimations } from './accessibility.ts';
import { launchBrowser, openPage } from './browser.ts';
import { consoleScreens, leaveScreen, publicScreens, type ScreenState } from './console-screens.ts';

/**
 * Takes a screenshot of every view and dialog, wide and narrow, light and dark:
 * `npm run screenshots -w e2e -- <folder> [url]`. Without a URL it starts a system with the demo school.
 */
const widths = [1440, 360];
const schemes = ['light', 'dark'] as const;

const [folder, address, only] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: npm run screenshots -w e2e -- <folder> [url]');
const account = { email: 'admin@khmer.local', password: 'learn-khmer-2026' };
const pattern = new RegExp(only ?? '.');

const stack =
  address === undefined
    ? await startStack({
        port: await freePort(),
        dataDir: await createTempDirectory(),
        write: (line) => process.stdout.write(line),
      })
    : undefined;
const url = stack?.url ?? address ?? '';
const browser = await launchBrowser();
let failedScreens = 0;

async function takeScreenshots(consolePage: ConsolePage, screen: ScreenState, width: number): Promise<void> {
  try {
    await screen.open(consolePage, url);
  } catch (error) {
    failedScreens += 1;
    process.stderr.write(`${screen.name} at ${width} px: ${String(error).slice(0, 300)}\n`);
  }
  if (!pattern.test(screen.name)) return leaveScreen(consolePage, screen);
  for (const colorScheme of schemes) {
    await consolePage.page.emulateMedia({ colorScheme });
    await waitForAnimations(consolePage.page);
    await consolePage.page.screenshot({
      path: path.join(folder ?? '', `${screen.name}-${width}-${colorScheme}.png`),
    });
  }
  await leaveScreen(consolePage, screen);
}

await mkdir(folder, { recursive: true });
await Promise.all(
  widths.map(async (width) => {
    for (const screens of [publicScreens, consoleScreens]) {
      const page = await openPage(browser);
      page.setDefaultTimeout(5_000);
      await page.setViewportSize({ width, height: width < 500 ? 780 : 900 });
      const consolePage = new ConsolePage(page);
      if (screens === consoleScreens) await consolePage.signIn(url, account);
      for (const screen of screens) await takeScreenshots(consolePage, screen, width);
      await page.context().close();
    }
  }),
);
await browser.close();
await stack?.stop();
if (failedScreens > 0) process.exitCode = 1;
