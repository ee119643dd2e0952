import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repoRoot } from '@khmer-learning/local-stack';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

interface Animation {
  playState: string;
  effect: { getTiming(): { iterations: number } };
}

/** Waits for the end of all finite animations; endless ones, such as a spinner, are ignored. */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { document } = globalThis as unknown as { document: { getAnimations(): Animation[] } };
    return document
      .getAnimations()
      .every(
        ({ effect, playState }) => playState !== 'running' || effect.getTiming().iterations === Infinity,
      );
  });
}

/** The colour rules take as long as all others together, which do not depend on the colour scheme. */
const ruleSets = {
  all: {},
  colours: { runOnly: ['color-contrast'] },
  notColours: { rules: { 'color-contrast': { enabled: false } } },
} satisfies Record<string, RunOptions>;

/** Not imported, because only pages run it. */
const readAxe = () => readFile(join(repoRoot(), 'node_modules/axe-core/axe.min.js'), 'utf8');

/** Returns the violations that axe-core finds on an idle page, one line each: `color-contrast: .button`. */
export async function findViolations(page: Page, rules: keyof typeof ruleSets = 'all'): Promise<string[]> {
  await waitForAnimations(page);
  // Evaluated instead of added as a script, because the page's policy blocks inline scripts.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(await readAxe());
  const options: RunOptions = { ...ruleSets[rules], resultTypes: ['violations'] };
  const found = await page.evaluate(async (runOptions) => {
    const inPage = globalThis as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } };
    return (await inPage.axe.run(runOptions)).violations;
  }, options);
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${String(target)}`));
}

/** Whether the page is wider than the window: `360 px: the page is 402 px wide`; empty if it is not. */
export async function findOverflow(page: Page): Promise<string[]> {
  const [content, visible] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, innerWidth]',
  );
  return content > visible ? [`${visible} px: the page is ${content} px wide`] : [];
}

/** Returns the values of a list's rows that do not fit into their place: `$9.99 $4.99 left`. */
export function findCutValues(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`
    [...document.querySelectorAll('td > div')]
      .filter((value) => value.clientWidth > 1 && value.parentElement.clientWidth > 1)
      .filter((value) => value.scrollWidth > value.clientWidth)
      .map((value) => value.textContent)
  `);
}
