import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Violation {
  id: string;
  nodes: { target: unknown }[];
}

/** What axe-core finds on a page: `color-contrast: .button`, one line each. */
export async function violations(page: Page): Promise<string[]> {
  // Evaluated, not added as a script: the page's own policy refuses inline scripts.
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const inPage = globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
    return (await inPage.axe.run()).violations;
  });
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${String(target)}`));
}
