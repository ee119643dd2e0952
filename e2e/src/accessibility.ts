import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Violation {
  id: string;
  nodes: { target: unknown }[];
}

interface Animation {
  playState: string;
  effect: { getTiming(): { iterations: number } };
}

/** Waits until what fades or moves in is there; what turns for ever, such as a spinner, is not waited for. */
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

/** The rules about colours cost as much as all others together, and those do not depend on the colour scheme. */
const ruleSets = {
  all: {},
  colours: { runOnly: ['color-contrast'] },
  notColours: { rules: { 'color-contrast': { enabled: false } } },
} as const;

/** What axe-core finds on a page at rest: `color-contrast: .button`, one line each. */
export async function findViolations(page: Page, rules: keyof typeof ruleSets = 'all'): Promise<string[]> {
  await waitForAnimations(page);
  // Evaluated, not added as a script: the page's own policy refuses inline scripts.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe.source);
  const found = await page.evaluate(async (options) => {
    const inPage = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: Violation[] }> };
    };
    return (await inPage.axe.run(options)).violations;
  }, ruleSets[rules]);
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${String(target)}`));
}
