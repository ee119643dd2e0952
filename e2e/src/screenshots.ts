import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { freePort, startStack } from '@khmer-learning/local-stack';
import { createTempDirectory } from '@khmer-learning/test-kit';
import { settled } from './accessibility.ts';
import { openBrowser, openPage } from './browser.ts';
import { ConsolePage } from './console-page.ts';
import { consoleStops, leaveStop, publicStops, type Stop } from './console-tour.ts';

/**
 * Takes a picture of every view and dialog, wide and narrow, light and dark:
 * `npm run screenshots -w e2e -- <folder> [url]`. Without an address a system with the demo school is started for it.
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
const browser = await openBrowser();
let missing = 0;

async function picture(person: ConsolePage, stop: Stop, width: number): Promise<void> {
  try {
    await stop.open(person, url);
  } catch (error) {
    missing += 1;
    process.stderr.write(`${stop.name} at ${width} px: ${String(error).slice(0, 300)}\n`);
  }
  if (!pattern.test(stop.name)) return leaveStop(person.page);
  for (const colorScheme of schemes) {
    await person.page.emulateMedia({ colorScheme });
    await settled(person.page);
    await person.page.screenshot({
      path: path.join(folder ?? '', `${stop.name}-${width}-${colorScheme}.png`),
    });
  }
  await leaveStop(person.page);
}

await mkdir(folder, { recursive: true });
await Promise.all(
  widths.map(async (width) => {
    for (const stops of [publicStops, consoleStops]) {
      const page = await openPage(browser);
      page.setDefaultTimeout(5_000);
      await page.setViewportSize({ width, height: width < 500 ? 780 : 900 });
      const person = new ConsolePage(page);
      if (stops === consoleStops) await person.signIn(url, account);
      for (const stop of stops) await picture(person, stop, width);
      await page.context().close();
    }
  }),
);
await browser.close();
await stack?.stop();
if (missing > 0) process.exitCode = 1;
