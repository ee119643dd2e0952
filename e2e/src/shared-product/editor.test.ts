/// <reference lib="dom" />

import { ConsolePage } from '@khmer-learning/console-e2e';
import { type Lesson, lessons, lessonTypes, mainLessons } from '@khmer-learning/contracts';
import type { ConsoleClient } from '@khmer-learning/local-stack';
import { eventually } from '@khmer-learning/test-kit';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { findViolations } from '../accessibility.ts';
import { launchBrowser, openPage, pageTimeoutMs } from '../browser.ts';
import { getSharedClient, getSharedStack } from '../test-stack.ts';

/** Editing a lesson's sections: behaviour that only a real browser can show. */
const stack = getSharedStack();
let browser: Browser;
let client: ConsoleClient;
let context: BrowserContext;
let page: Page;
let author: ConsolePage;
let form: Locator;
let mainLessonId: number;
let lessonTypeId: number;
const scriptErrors: string[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  client = getSharedClient();
  const mainLesson = { title: 'Edited', description: 'By a test', imageCover: 'cover.png' };
  mainLessonId = (await client.call(mainLessons.create, { body: { ...mainLesson, free: true } })).id;
  lessonTypeId = (await client.call(lessonTypes.create, { body: { title: 'Edited', icon: '✏️' } })).id;
  const first = await openPage(browser, scriptErrors);
  context = first.context();
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stack.url });
  await new ConsolePage(first).signIn(stack.url, stack.admin);
});

beforeEach(async () => {
  page = await context.newPage();
  page.setDefaultTimeout(pageTimeoutMs);
  page.on('pageerror', (error) => scriptErrors.push(String(error)));
  author = new ConsolePage(page);
  await page.goto(stack.url);
});

afterEach(() => page.close());

afterAll(() => browser?.close());

type Section = Lesson['sections'][number];
const plain = (title: string, content: string): Section => ({ title, content, html: null, ops: null });

/** Stores a lesson with these sections and opens it in the form. */
async function openLesson(title: string, sections: Section[]): Promise<number> {
  const body = {
    mainLessonId,
    lessonTypeId,
    title,
    description: 'Written by a test',
    level: 'Beginner' as const,
    status: 'published' as const,
    sections,
  };
  const { id } = await client.call(lessons.create, { body });
  await author.openView('Lessons');
  await page.getByRole('searchbox').fill(title);
  await page.getByRole('button', { name: `Edit ${title}` }).click();
  form = page.getByRole('dialog', { name: 'Edit Lesson' });
  await form.waitFor();
  return id;
}

const text = (section = 1) => form.getByRole('textbox', { name: `Text of section ${section}` });

/** Saves the form and returns the stored lesson. */
async function save(id: number): Promise<Section[]> {
  await form.getByRole('button', { name: 'Publish Lesson' }).click();
  await form.waitFor({ state: 'detached' });
  return (await client.call(lessons.get, { params: { id } })).sections;
}

interface TransferContent {
  html?: string;
  files?: { name: string; type: string; base64: string }[];
}

/** Pastes data of another program into the text, or drops it at its start. */
async function dispatchTransfer(
  event: 'paste' | 'drop',
  { html, files = [] }: TransferContent,
): Promise<void> {
  await text().evaluate(
    (element, given) => {
      const data = new DataTransfer();
      if (given.html !== undefined) data.setData('text/html', given.html);
      for (const { name, type, base64 } of given.files) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        data.items.add(new File([bytes], name, { type }));
      }
      const common = { bubbles: true, cancelable: true };
      const { left, top } = element.getBoundingClientRect();
      element.dispatchEvent(
        given.event === 'paste'
          ? new ClipboardEvent('paste', { ...common, clipboardData: data })
          : new DragEvent('drop', { ...common, dataTransfer: data, clientX: left + 14, clientY: top + 20 }),
      );
    },
    { event, html, files },
  );
}

/** A picture of one pixel. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const pictureFile = (name: string) => ({ name, type: 'image/png', base64: png });
const uploaded = /^\/uploads\/[\w.-]+\.png$/;

describe('free text', () => {
  it('loads its code when it is opened', async () => {
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    await openLesson('Loaded late', [plain('Key words', 'Hello [suo-sdey] : សួស្តី')]);
    expect(scripts.filter((url) => url.includes('free-text-editor'))).toEqual([]);
    await form.getByRole('tab', { name: 'Free Text' }).click();
    await text().waitFor();
    expect(scripts.filter((url) => url.includes('free-text-editor'))).toHaveLength(1);
  });

  it('is formatted by keys and three buttons, and stored in three consistent forms', async () => {
    const id = await openLesson('Formatted', [plain('A short talk', 'Hello')]);
    await text().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Control+B');
    await page.keyboard.type(' you');
    await page.keyboard.press('Control+B');
    await page.keyboard.press('Control+I');
    await page.keyboard.type(' & ');
    await page.keyboard.press('Control+I');
    await page.keyboard.press('Enter');
    await page.keyboard.type('សួស្តី');

    const toolbar = form.getByRole('toolbar', { name: 'Formatting' });
    await expect(toolbar.getByRole('button').allInnerTexts()).resolves.toHaveLength(3);
    const underline = toolbar.getByRole('button', { name: 'Underline' });
    await page.keyboard.press('Shift+Home');
    await underline.click();
    await eventually(async () => expect(await underline.getAttribute('aria-pressed')).toBe('true'));
    await expect(toolbar.getByRole('button', { name: 'Bold' }).getAttribute('aria-pressed')).resolves.toBe(
      'false',
    );
    // The toolbar is one tab stop with arrow keys inside, and the selection is kept.
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowRight');
    await toolbar.locator('[aria-label="Italic"]:focus').waitFor();
    await page.keyboard.press('Enter');
    expect(await findViolations(page)).toEqual([]);

    expect(await save(id)).toEqual([
      {
        title: 'A short talk',
        content: 'Hello you & \nសួស្តី',
        html: '<p>Hello<strong> you</strong><em> &amp; </em></p><p><em><u>សួស្តី</u></em></p>',
        ops: [
          { insert: 'Hello' },
          { insert: ' you', attributes: { bold: true } },
          { insert: ' & ', attributes: { italic: true } },
          { insert: '\n' },
          { insert: 'សួស្តី', attributes: { italic: true, underline: true } },
          { insert: '\n' },
        ],
      },
    ]);
  });

  it('by other programs stays unchanged when another part is edited', async () => {
    const odd = {
      ...plain('Imported', 'Not what the html says'),
      html: 'loose <b>text</b><h3>a <code>b</code></h3><p>x<br />\n  y</p><ul><li>z</li></ul>\u00A0<p></p>',
      ops: [{ insert: 'x', attributes: { bold: false } }, { attributes: { italic: true } }],
    };
    const id = await openLesson('Untouched', [odd, plain('Lines', ' one\n\n\ttwo \r\nthree\n')]);
    await text().waitFor();
    await text(2).waitFor();
    await text(2).click();
    await form.getByRole('textbox', { name: 'Title', exact: true }).fill('Untouched still');
    const before = (await client.call(lessons.get, { params: { id } })).sections;
    expect(await save(id)).toEqual(before);
    expect(before[0]?.html).toBe(odd.html);
  });

  it('undoes the edits of one second together, and then earlier ones', async () => {
    await openLesson('Undone', [plain('A short talk', 'Start')]);
    await text().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' one');
    await page.waitForTimeout(1_200);
    await page.keyboard.type(' two');
    await page.keyboard.press('Control+Z');
    await expect(text().textContent()).resolves.toBe('Start one');
    await page.keyboard.press('Control+Z');
    await expect(text().textContent()).resolves.toBe('Start');
    await form.getByRole('button', { name: 'Close' }).click();
    // After undoing all changes, no confirmation is needed.
    await form.waitFor({ state: 'detached' });
  });

  it('gives Khmer its line height and language attribute', async () => {
    await openLesson('Khmer', [plain('A short talk', 'ខ្ញុំញ៉ាំបាយ\nI eat')]);
    const lines = await text()
      .locator('p')
      .evaluateAll((blocks) =>
        blocks.map((block) => {
          const { lineHeight, fontSize } = getComputedStyle(block);
          return { lang: block.getAttribute('lang'), height: parseFloat(lineHeight) / parseFloat(fontSize) };
        }),
      );
    expect(lines.map(({ lang }) => lang)).toEqual(['km', null]);
    for (const { height } of lines) expect(height).toBeGreaterThanOrEqual(1.8);
  });

  it('keeps only the allowed parts of a pasted page, and runs no script of it', async () => {
    const id = await openLesson('Pasted', [plain('A short talk', 'x')]);
    await text().click();
    await page.keyboard.press('Control+A');
    await dispatchTransfer('paste', {
      html:
        '<meta charset="utf-8"><h2 style="color:red" onclick="window.hacked=1">Title</h2>' +
        '<p class="MsoNormal"><span style="font-weight:700">bold</span> <font size="7">big</font>' +
        '<a href="javascript:window.hacked=1">bad</a> <a href="tel:+85512" target="_blank">call</a></p>' +
        '<script>window.hacked=1</script><img src="x" onerror="window.hacked=1"><svg onload="window.hacked=1"></svg>' +
        '<table><tr><td>cell</td></tr></table><iframe srcdoc="<script>parent.hacked=1</script>"></iframe>',
    });
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    const [section] = await save(id);
    expect(section?.html).toBe(
      '<h2>Title</h2><p><strong>bold</strong> bigbad <a href="tel:+85512" rel="noopener nofollow">call</a></p><p>cell</p>',
    );
    expect(section?.content).toBe('Title\nbold bigbad call\ncell');
  });

  it('links what is selected to an address that is allowed', async () => {
    const id = await openLesson('Linked', [plain('A short talk', 'Write to us')]);
    await text().click();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Control+K');
    const address = form.getByLabel('Link address');
    await address.fill('javascript:alert(1)');
    await page.keyboard.press('Enter');
    await form.getByText('Links must start with https://').waitFor();
    await page.keyboard.press('Escape');
    await address.waitFor({ state: 'detached' });
    await form.getByRole('button', { name: 'Add link' }).click();
    await address.fill('mailto:us@x.example');
    await form.getByRole('button', { name: 'Set link' }).click();
    expect(await findViolations(page)).toEqual([]);
    const [section] = await save(id);
    expect(section?.html).toBe(
      '<p><a href="mailto:us@x.example" rel="noopener nofollow">Write to us</a></p>',
    );
  });

  it('asks before entries remove its formatting', async () => {
    const id = await openLesson('Asked', [
      { ...plain('Key words', 'Hello [x] : y'), html: '<p><strong>Hello</strong> [x] : y</p>' },
    ]);
    await form.getByRole('tab', { name: 'Vocabulary' }).click();
    await expect(form.getByPlaceholder('Enter English word').isDisabled()).resolves.toBe(true);
    await form.getByRole('button', { name: 'Edit as entries' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove formatting' }).click();
    await form.getByPlaceholder('Enter English word').fill('Hi');
    expect(await save(id)).toEqual([plain('Key words', 'Hi [x] : y')]);
  });
});

describe('pictures', () => {
  it('are uploaded when pasted, and appear in the text after the upload', async () => {
    const id = await openLesson('Pictured', [plain('A short talk', 'Before')]);
    let go = () => {};
    await page.route('**/api/upload', async (route) => {
      await new Promise<void>((resolve) => {
        go = resolve;
      });
      await route.continue();
    });
    await text().click();
    await page.keyboard.press('Control+Home');
    await dispatchTransfer('paste', {
      files: [pictureFile('boat.png')],
      html: '<img src="https://elsewhere.example/boat.png">',
    });
    await form.getByRole('progressbar', { name: 'Uploading boat.png' }).waitFor();
    await page.keyboard.type('Now ');
    go();
    await text().locator('img[src^="/uploads/"]').waitFor();
    await page.unroute('**/api/upload');
    await eventually(async () => expect(await form.getByRole('progressbar').count()).toBe(0));

    const picture = text().locator('img[src^="/uploads/"]');
    await picture.evaluate((image: HTMLImageElement) => image.decode());
    await picture.click();
    await form.getByLabel('Picture description').fill('A boat');
    // The live preview follows the text with a delay.
    await eventually(async () => expect(await findViolations(page)).toEqual([]));
    const [section] = await save(id);
    expect(section?.content).toBe('A boat Now Before');
    expect(section?.html).toMatch(/^<p><img src="\/uploads\/[\w.-]+\.png" alt="A boat" \/>Now Before<\/p>$/);
  });

  it('are uploaded when dropped, or pasted as data URLs', async () => {
    await openLesson('Dropped', [plain('A short talk', 'Before')]);
    await text().waitFor();
    await dispatchTransfer('drop', { files: [pictureFile('one.png'), pictureFile('two.png')] });
    const sources = () =>
      text()
        .locator('img:not(.ProseMirror-separator)')
        .evaluateAll((images) => images.map((image) => image.getAttribute('src') ?? ''));
    await text().locator('img[src^="/uploads/"]').nth(1).waitFor();
    await text().click();
    await page.keyboard.press('Control+End');
    await dispatchTransfer('paste', { html: `<p>with text <img src="data:image/png;base64,${png}"></p>` });
    await text().locator('img[src^="/uploads/"]').nth(2).waitFor();
    for (const source of await sources()) expect(source).toMatch(uploaded);
  });

  it('of other types are rejected with a reason', async () => {
    await openLesson('Refused', [plain('A short talk', 'Before')]);
    await text().waitFor();
    await dispatchTransfer('drop', { files: [{ ...pictureFile('moving.gif'), type: 'image/gif' }] });
    await form.getByText('moving.gif: This file type is not supported').waitFor();
    // The file's bytes are not a picture, whatever its declared type.
    await dispatchTransfer('drop', {
      files: [{ ...pictureFile('page.png'), base64: btoa('<script>alert(1)</script>') }],
    });
    await form.getByText(/^page\.png: /).waitFor();
    await form.getByRole('button', { name: 'Dismiss page.png' }).click();
    await expect(text().locator('img:not(.ProseMirror-separator)').count()).resolves.toBe(0);
  });
});

describe('sections', () => {
  const three = ['One', 'Two', 'Three'].map((title) => plain(title, `${title} text`));
  const titles = () =>
    form
      .getByLabel('Section Title')
      .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));

  it('are moved by keys with announcements, and stay when the move is cancelled', async () => {
    const id = await openLesson('Moved by keys', three);
    await text(3).waitFor();
    await form.getByRole('button', { name: 'Drag section 1' }).focus();
    await page.keyboard.press('Space');
    await form.getByText('Picked up Section 1, One.').waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowDown');
    await form.getByText('Section 1, One is over position 2 of 3.').waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await form.getByText('Move cancelled. Section 1, One was not moved.').waitFor({ state: 'attached' });
    await expect(titles()).resolves.toEqual(['One', 'Two', 'Three']);

    await page.keyboard.press('Space');
    await form.getByText('Picked up Section 1, One.').waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowDown');
    await form.getByText('Section 1, One is over position 2 of 3.').waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    await form.getByText('Section 1, One moved to position 2 of 3.').waitFor({ state: 'attached' });
    await expect(titles()).resolves.toEqual(['Two', 'One', 'Three']);
    await text(2).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('!');
    expect(await save(id)).toEqual([three[1], { ...three[0], content: 'One text!' }, three[2]]);
  });

  it('are dragged by their handle', async () => {
    // All sections fit: near an edge, a form that scrolls goes on to the next section while the pointer rests.
    await page.setViewportSize({ width: 1280, height: 3_000 });
    await openLesson('Dragged', three);
    await text(3).waitFor();
    const handle = form.getByRole('button', { name: 'Drag section 1' });
    const place = await handle.boundingBox();
    if (place === null) throw new Error('The handle is not visible');
    await handle.hover();
    await page.mouse.down();
    await page.mouse.move(place.x, place.y + place.height, { steps: 2 });
    await form.getByText('Picked up Section 1, One.').waitFor({ state: 'attached' });
    // The layout may still change: aim anew until the section is over its target.
    await eventually(async () => {
      const target = await form.getByRole('region', { name: 'Section 2' }).boundingBox();
      if (target === null) throw new Error('Section 2 is not visible');
      await page.mouse.move(target.x + target.width - 150, target.y + 60, { steps: 12 });
      const announcement = form.getByText('Section 1, One is over position 2 of 3.');
      await announcement.waitFor({ state: 'attached', timeout: 5_000 });
    });
    await page.mouse.up();
    await form.getByText('Section 1, One moved to position 2 of 3.').waitFor({ state: 'attached' });
    await expect(titles()).resolves.toEqual(['Two', 'One', 'Three']);
  });
});

const countChangedNodes = `
  changedNodes = 0;
  new MutationObserver((changes) => { changedNodes += changes.length; })
    .observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });`;

describe('vocabulary entries', () => {
  it('take over the pronunciation of other lessons by keys alone', async () => {
    await openLesson('Offered', [plain('Key words', 'Hello [suo-sdey] : សួស្តី')]);
    await form.getByRole('button', { name: 'Add Entry' }).click();
    const row = form.getByRole('group', { name: 'Entry 2', exact: true });
    await page.keyboard.type('Fish');
    await row.getByRole('button', { name: 'Use [trey] in entry 2' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    const cells = row.getByRole('textbox');
    expect(await cells.evaluateAll((all) => all.map((cell) => (cell as HTMLInputElement).value))).toEqual([
      'Fish',
      'trey',
      'ត្រី',
    ]);
    expect(await cells.evaluateAll((all) => all.indexOf(document.activeElement as HTMLElement))).toBe(2);
  });
});

describe('ten thousand entries', () => {
  it('are pasted from a spreadsheet, rendered only if visible, and not rendered again for each key', async () => {
    const many = 10_000;
    await openLesson('Many', [plain('Key words', 'First [x] : y')]);
    const rows = Array.from({ length: many }, (_, index) => `Word ${index}\tphon-${index}\tពាក្យ ${index}`);
    await page.evaluate((list) => navigator.clipboard.writeText(list), rows.join('\n'));
    await form.getByPlaceholder('Enter Khmer').click();
    await page.keyboard.press('Control+V');
    await page.getByText(`${many} entries were pasted.`).first().waitFor({ state: 'attached' });
    const last = form.getByRole('group', { name: `Entry ${many + 1}`, exact: true });
    await last.waitFor();
    expect(await form.getByRole('group', { name: /^Entry/ }).count()).toBeLessThan(60);

    const cell = last.getByPlaceholder('Enter Khmer');
    await eventually(async () =>
      expect(await cell.evaluate((input) => input === document.activeElement)).toBe(true),
    );
    await page.evaluate(countChangedNodes);
    await page.keyboard.type('កខគឃង');
    await expect(cell.inputValue()).resolves.toBe('ពាក្យ 9999កខគឃង');
    // About 20 for each key. Once, all visible rows may be rendered meanwhile, which changes 130; with each key, it were 650.
    expect(await page.evaluate<number>('changedNodes')).toBeLessThan(5 * 20 + 200);
    await page.keyboard.press('Enter');
    await form
      .getByRole('group', { name: `Entry ${many + 2}` })
      .getByPlaceholder('Enter English word')
      .fill('Word 7');
    await form.getByText('“Word 7” is also entry 9.').waitFor();
    expect(await findViolations(page)).toEqual([]);
  });
});

it('had no script error on the way', () => {
  expect(scriptErrors).toEqual([]);
});
