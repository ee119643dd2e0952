import { ConsolePage } from '@khmer-learning/console-e2e';
import type { Browser, Page } from 'playwright-core';
import { findOverflow, findViolations } from '../accessibility.ts';
import { launchBrowser, openPage } from '../browser.ts';
import { getSharedStack } from '../test-stack.ts';

/** The story of an author: uploaded pictures, a lesson, and its preview. The steps depend on each other. */
const stack = getSharedStack();
let browser: Browser;
let page: Page;
let author: ConsolePage;
const scriptErrors: string[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  page = await openPage(browser, scriptErrors);
  author = new ConsolePage(page);
  await author.signIn(stack.url, stack.admin);
});

afterAll(() => browser?.close());

const moon = {
  name: 'moon.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><script>alert(1)</script><circle cx="4" cy="4" r="3"/></svg>',
  ),
};

/** Draws a picture in the browser and encodes it in the given format. */
async function createCanvasPicture(): Promise<Buffer> {
  const address = await page.evaluate(() => {
    const { document } = globalThis as unknown as {
      document: { createElement(name: 'canvas'): Canvas };
    };
    interface Canvas {
      width: number;
      height: number;
      getContext(kind: '2d'): {
        fillStyle: string;
        fillRect(x: number, y: number, w: number, h: number): void;
      };
      toDataURL(type: string): string;
    }
    const canvas = document.createElement('canvas');
    canvas.width = 640;
    canvas.height = 400;
    const pen = canvas.getContext('2d');
    pen.fillStyle = '#14898b';
    pen.fillRect(0, 0, 640, 400);
    pen.fillStyle = '#fcf1cf';
    pen.fillRect(0, 260, 640, 140);
    return canvas.toDataURL('image/png');
  });
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
}

/** Whether a picture was loaded and rendered. */
async function isImageLoaded(selector: string): Promise<boolean> {
  const picture = page.locator(selector).first();
  await picture.waitFor();
  return picture.evaluate(async (element) => {
    const image = element as unknown as { decode(): Promise<void>; naturalWidth: number };
    await image.decode();
    return image.naturalWidth > 0;
  });
}

it('makes a lesson type with an icon from a file', async () => {
  await author.openView('Lesson Types');
  const form = await author.openActionDialog('New Lesson Type');
  await form.getByRole('tab', { name: 'File' }).click();
  await form.getByLabel('Title').fill('Stories');
  await form.getByRole('button', { name: 'Create Lesson Type' }).click();
  await form.getByText('Icon is required').waitFor();
  await form.locator('input[type=file]').setInputFiles(moon);
  await author.waitForToast('File uploaded successfully!');
  expect(await findViolations(page)).toEqual([]);
  await form.getByRole('button', { name: 'Create Lesson Type' }).click();
  await author.waitForToast('Lesson type created successfully');
  await page.getByRole('row', { name: /Stories/ }).waitFor();
  expect(await isImageLoaded('tr:has-text("Stories") img[src^="/uploads/"]')).toBe(true);
});

it('gets an error for a file that is not a picture', async () => {
  await author.openView('Main Lessons');
  const form = await author.openActionDialog('New Main Lesson');
  const file = form.locator('input[type=file]');
  await file.setInputFiles({ name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<html></html>') });
  await form.getByText('This file type is not supported').waitFor();
  await file.setInputFiles({
    name: 'large.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(10 * 1024 * 1024 + 1),
  });
  await form.getByText('The file is larger than 10 MB').waitFor();
  await form.getByRole('button', { name: 'Close' }).click();
});

it('creates a main lesson with an uploaded cover', async () => {
  const form = await author.openActionDialog('New Main Lesson');
  await form.getByLabel('Title').fill('Under the Moon');
  await form.getByLabel('Description').fill('Stories for the evening');
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: 'river.png', mimeType: 'image/png', buffer: await createCanvasPicture() });
  await author.waitForToast('File uploaded successfully!');
  expect(await isImageLoaded('img[src$="?w=640"]')).toBe(true);
  expect(await findViolations(page)).toEqual([]);
  await form.getByRole('button', { name: 'Publish', exact: true }).click();
  await author.waitForToast('Main Lesson created successfully');
  expect(await isImageLoaded('tr:has-text("Under the Moon") img[src$=".png?w=160"]')).toBe(true);
});

it('previews a lesson before and after it is saved', async () => {
  await author.openView('Lessons');
  const form = await author.openActionDialog('New Lesson');
  await author.selectOption(form, 'Main Lesson', 'Under the Moon');
  await form.getByRole('textbox', { name: 'Title', exact: true }).fill('The rabbit');
  await author.selectOption(form, 'Lesson Type', 'Stories');
  await author.selectOption(form, 'Level', 'Beginner');
  await form.getByLabel('Description').fill('The rabbit in the moon');
  await form.getByLabel('Section Title').fill('Key words');
  await form.getByPlaceholder('Enter English word').fill('Moon');
  await form.getByPlaceholder('Enter phonemic').fill('preah-chan');
  await form.getByPlaceholder('Enter Khmer').fill('ព្រះចន្ទ');

  await form.getByRole('button', { name: 'Show Preview' }).click();
  const preview = page.getByRole('dialog', { name: 'The rabbit' });
  await preview.getByText('This is a preview of how your lesson will appear to students').waitFor();
  await preview.getByText('[preah-chan]').waitFor();
  await preview.getByRole('button', { name: 'Close' }).click();

  await form.getByRole('button', { name: 'Publish Lesson' }).click();
  await author.waitForToast('Lesson created successfully');
  await author.chooseRowAction('The rabbit', 'Preview');
  await preview.getByText('ព្រះចន្ទ').waitFor();
  expect(await isImageLoaded('[role=dialog] img[src^="/uploads/"]')).toBe(true);
  await preview.getByRole('button', { name: 'Close' }).click();
});

it('finds the lesson in its main lesson and its type', async () => {
  for (const [view, owner] of [
    ['Main Lessons', 'Under the Moon'],
    ['Lesson Types', 'Stories'],
  ] as const) {
    await author.openView(view);
    await author.chooseRowAction(owner, 'View lessons');
    const dialog = page.getByRole('dialog', { name: owner });
    await dialog.getByText('The rabbit').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
  }
});

it('shows the lesson on a phone without a sign-in, until the link is revoked', async () => {
  await author.openView('Lessons');
  await author.chooseRowAction('The rabbit', 'Preview');
  await page.getByRole('button', { name: 'Open on my phone' }).click();
  const links = page.getByRole('dialog', { name: 'Open on my phone' });
  await links.getByRole('button', { name: 'Create link' }).click();
  await links.getByRole('img', { name: 'QR code of the link' }).waitFor();
  const phone = await openPage(browser, scriptErrors);
  await phone.setViewportSize({ width: 360, height: 640 });
  await phone.goto(await links.getByLabel('Link', { exact: true }).inputValue());
  await phone.getByRole('heading', { name: 'The rabbit' }).waitFor();
  await phone.getByText('ព្រះចន្ទ').waitFor();
  expect([...(await findViolations(phone)), ...(await findOverflow(phone))]).toEqual([]);
  await links.getByRole('button', { name: /^Revoke/ }).click();
  await author.waitForToast('The link was revoked');
  await phone.reload();
  await phone.getByRole('heading', { name: 'This link has ended' }).waitFor();
  await phone.close();
  await links.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('dialog', { name: 'The rabbit' }).getByRole('button', { name: 'Close' }).click();
});

it('unpublishes and deletes the selected items', async () => {
  await author.openView('Lessons');
  await page.getByRole('checkbox', { name: 'Select The rabbit' }).check();
  await page.getByRole('button', { name: 'Unpublish (1)' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click();
  await author.waitForToast('1 lesson unpublished successfully');
  await page
    .getByRole('row', { name: /The rabbit/ })
    .getByText('Draft')
    .waitFor();
  await page.getByRole('checkbox', { name: 'Select The rabbit' }).check();
  await page.getByRole('button', { name: 'Delete (1)' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await author.waitForToast('Lesson deleted successfully');
  await page.getByRole('row', { name: /The rabbit/ }).waitFor({ state: 'detached' });
});

it('had no script error on the way', () => {
  expect(scriptErrors).toEqual([]);
});
