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
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { document } = globalThis as unknown as { document: { getAnimations(): Animation[] } };
    return document
      .getAnimations()
      .every(
        ({ effect, playState }) => playState !== 'running' || effect.getTiming().iterations === Infinity,
      );
  });
}

/** What axe-core finds on a page at rest: `color-contrast: .button`, one line each. */
export async function violations(page: Page): Promise<string[]> {
  await settled(page);
  // Evaluated, not added as a script: the page's own policy refuses inline scripts.
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const inPage = globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
    return (await inPage.axe.run()).violations;
  });
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${String(target)}`));
}
