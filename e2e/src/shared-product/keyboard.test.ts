/// <reference lib="dom" />
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { repoRoot } from '@khmer-learning/local-stack';
import { eventually } from '@khmer-learning/test-kit';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchBrowser, openPage, pageTimeoutMs } from '../browser.ts';
import { getSharedStack } from '../test-stack.ts';

/**
 * An author's complete work with only the keyboard: from the sign-in to a published lesson and its deletion. The focus is
 * visible after every key. The steps depend on each other.
 */
const stack = getSharedStack();
let browser: Browser;
let page: Page;
/** Records pointer events of a mouse, pen or finger. */
const pointerEvents: string[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  page = await openPage(browser);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stack.url });
  await page.exposeFunction('notePointer', (what: string) => pointerEvents.push(what));
  await page.addInitScript(() => {
    const { notePointer } = globalThis as unknown as { notePointer(what: string): void };
    for (const type of ['pointerdown', 'mousedown', 'touchstart']) {
      addEventListener(type, () => notePointer(type), true);
    }
  });
  await page.goto(stack.url);
});

afterAll(() => browser?.close());

afterEach(() => expect(pointerEvents).toEqual([]));

/** Returns the focused element and whether its focus is visible. */
const focusState = () =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (focused === null || focused === document.body) return 'lost';
    // The start of a dialog or view: it is not interactive, and it has a readable name.
    if (
      focused.getAttribute('tabindex') === '-1' &&
      focused.matches('[role=dialog], [role=menu], main, h1')
    ) {
      return 'seen';
    }
    const box = focused.getBoundingClientRect();
    const isInSight =
      box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth && box.height > 0;
    let isMarked = getComputedStyle(focused).boxShadow !== 'none';
    // The focus ring is on the editor's frame, or on the picture over a radio button.
    for (let place: Element | null = focused; place !== null && !isMarked; place = place.parentElement) {
      const { outlineStyle, outlineWidth } = getComputedStyle(place);
      isMarked = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
    }
    if (isInSight && isMarked) return 'seen';
    return `not ${isInSight ? 'marked' : 'in sight'}: ${focused.outerHTML.slice(0, 200)}`;
  });

/** Presses a key and waits until a visible element has the focus. */
async function press(key: string): Promise<void> {
  const before = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 160));
  await page.keyboard.press(key);
  const deadline = Date.now() + pageTimeoutMs;
  let state = await focusState();
  if (key === 'Tab' && state === 'lost') {
    // After the last element, the focus moves to the browser's controls and then to the page's first element.
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
    state = await focusState();
  }
  while (state !== 'seen' && Date.now() < deadline) {
    await page.waitForTimeout(20);
    state = await focusState();
  }
  expect(`${key} at ${before}: ${state}`).toBe(`${key} at ${before}: seen`);
}

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** Repeats a key until the target has the focus. */
async function focusByKeyboard(target: Locator, key = 'Tab', most = 120): Promise<void> {
  await target.waitFor({ state: 'attached' });
  for (let steps = 0; !(await hasFocus(target)); steps += 1) {
    if (steps === most) throw new Error(`${key} does not reach ${target}`);
    await press(key);
  }
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

async function use(target: Locator, key = 'Enter'): Promise<void> {
  await focusByKeyboard(target);
  await press(key);
}

/**
 * Moves down to a choice of an open menu or list; the last one leads back to the first. The menu moves its mark after the key,
 * so each key waits for the mark of the last one: a key too early would be checked against the choice before.
 *
 * @param marked selects the marked choice
 */
async function moveDownTo(choice: Locator, marked: string): Promise<void> {
  const textOfMarked = async () => (await page.locator(marked).allTextContents()).join();
  const wanted = await choice.textContent();
  for (let last = await textOfMarked(); last !== wanted; last = await textOfMarked()) {
    await press('ArrowDown');
    await eventually(async () => expect(await textOfMarked()).not.toBe(last));
  }
}

/** Chooses an action of a row's menu. */
async function chooseRowAction(row: string, action: string): Promise<void> {
  await use(button(`More actions for ${row}`));
  const marked = '[role=menuitem]:focus';
  await page.locator(marked).waitFor();
  await moveDownTo(page.getByRole('menuitem', { name: action }), marked);
  await press('Enter');
}

async function type(target: Locator, text: string): Promise<void> {
  await focusByKeyboard(target);
  await page.keyboard.insertText(text);
}

/** Opens a view: moves the focus around the page to the sidebar. */
async function open(view: string, heading: string): Promise<void> {
  await use(page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: view, exact: true }));
  await page.getByRole('heading', { name: heading }).waitFor();
  await eventually(async () =>
    expect(await hasFocus(page.getByRole('heading', { name: heading }))).toBe(true),
  );
}

/** Selects an option: opens the list, moves down to the option, and confirms it. */
async function choose(field: string, option: string): Promise<void> {
  await use(page.getByRole('dialog').getByRole('combobox', { name: field }));
  const choice = page.getByRole('option', { name: option, exact: true });
  // The focus stays on the select; the active option is marked in the list.
  await moveDownTo(choice, '[role=option][data-highlighted]');
  await press('Enter');
  await choice.waitFor({ state: 'detached' });
}

/** Presses the upload button and provides the file, because the browser cannot show the system's file dialog here. */
async function giveFile(
  target: Locator,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  await focusByKeyboard(target);
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press('Enter')]);
  await chooser.setFiles(file);
}

const picture = async () => ({
  name: 'lesson.png',
  mimeType: 'image/png',
  buffer: await readFile(path.join(repoRoot(), 'libs/local-stack/src/demo/files/cover-first-words.png')),
});

const form = () => page.getByRole('dialog').last();
const waitForToast = (text: string) => page.getByText(text, { exact: true }).first().waitFor();
const mainLesson = 'By keyboard';
const lesson = 'At the keyboard';

it('detects a lost focus, so that the steps below can fail', async () => {
  await page.getByLabel('Email').waitFor();
  expect(await focusState()).toBe('seen');
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  expect(await focusState()).toBe('lost');
  await page.evaluate(() => {
    const style = new CSSStyleSheet();
    style.replaceSync('* { outline: none !important; box-shadow: none !important }');
    document.adoptedStyleSheets = [style];
  });
  await page.keyboard.press('Tab');
  expect(await focusState()).toMatch(/^not marked: /);
  await page.reload();
});

it('signs in', async () => {
  await type(page.getByLabel('Email'), stack.admin.email);
  await type(page.getByLabel('Password', { exact: true }), stack.admin.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Dashboard Overview' }).waitFor();
});

it('skips to the content with the first key', async () => {
  await page.keyboard.press('Tab');
  expect(await hasFocus(page.getByRole('link', { name: 'Skip to content' }))).toBe(true);
});

it('makes a main lesson with a cover', async () => {
  await open('Main Lessons', 'Main Lesson Management');
  await use(button('New Main Lesson'));
  await form().waitFor();
  await type(form().getByLabel('Title'), mainLesson);
  await type(form().getByLabel('Description'), 'ដោយក្តារចុច');
  await giveFile(form().getByRole('button', { name: 'Choose file' }), await picture());
  await waitForToast('File uploaded successfully!');
  await use(form().getByRole('button', { name: 'Publish', exact: true }));
  await waitForToast('Main Lesson created successfully');
  await eventually(async () => expect(await focusState()).toBe('seen'));
});

it('writes a lesson: a pasted list of words, a text with a picture, in another order', async () => {
  await open('Lessons', 'Lesson Management');
  await use(button('New Lesson'));
  await form().waitFor();
  await choose('Main Lesson', mainLesson);
  await type(form().getByRole('textbox', { name: 'Title', exact: true }), lesson);
  await choose('Lesson Type', 'Vocabulary');
  await choose('Level', 'Beginner');
  await type(form().getByLabel('Description'), 'ពាក្យ');
  await type(form().getByLabel('Section Title'), 'Key words');
  const rows = ['Key\tkon-sao\tកូនសោ', 'Board\tkdaa\tក្តារ', 'Letter\tak-saw\tអក្សរ'];
  await page.evaluate((list) => navigator.clipboard.writeText(list), rows.join('\n'));
  await focusByKeyboard(form().getByPlaceholder('Enter English word').first());
  await press('Control+V');
  await page.getByText('3 entries were pasted.').first().waitFor({ state: 'attached' });
  await eventually(async () =>
    expect(await hasFocus(form().getByPlaceholder('Enter Khmer').nth(2))).toBe(true),
  );

  await use(form().getByRole('button', { name: 'Add Section' }));
  const title = form().getByLabel('Section Title').nth(1);
  await eventually(async () => expect(await hasFocus(title)).toBe(true));
  await page.keyboard.insertText('A story');
  const text = form().locator('[contenteditable=true]');
  await focusByKeyboard(text);
  await page.keyboard.type('Look at the river. ');
  await press('Control+B');
  await page.keyboard.insertText('ទន្លេ');
  await giveFile(form().getByRole('button', { name: 'Add picture' }), await picture());
  await text.locator('img[src^="/uploads/"]').waitFor();
  await type(form().getByLabel('Picture 1'), 'A river with boats');

  await use(form().getByRole('button', { name: 'Move section 2 up' }));
  await eventually(async () =>
    expect(await form().getByLabel('Section Title').first().inputValue()).toBe('A story'),
  );
  await focusByKeyboard(form().getByRole('button', { name: 'Drag section 1' }), 'Shift+Tab');
  await press('Space');
  await form()
    .getByText(/^Picked up/)
    .waitFor({ state: 'attached' });
  await press('ArrowDown');
  await form()
    .getByText(/is over position 2/)
    .waitFor({ state: 'attached' });
  await press('Space');
  await form()
    .getByText(/moved to position 2/)
    .waitFor({ state: 'attached' });
  expect(await form().getByLabel('Section Title').first().inputValue()).toBe('Key words');
});

it('drags a section that is higher than the window, and sees its handle after the drop', async () => {
  await focusByKeyboard(form().locator('[contenteditable=true]'));
  for (let line = 0; line < 120; line += 1) await page.keyboard.press('Enter');
  await focusByKeyboard(form().getByRole('button', { name: 'Drag section 2' }), 'Shift+Tab');
  for (const [key, position, first] of [
    ['ArrowUp', 1, 'A story'],
    ['ArrowDown', 2, 'Key words'],
  ] as const) {
    await page.keyboard.press('Space');
    await form()
      .getByText(/^Picked up/)
      .waitFor({ state: 'attached' });
    await page.keyboard.press(key);
    await form().getByText(`A story is over position ${position}`).waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    await form().getByText(`A story moved to position ${position}`).waitFor({ state: 'attached' });
    expect(await form().getByLabel('Section Title').first().inputValue()).toBe(first);
    const handle = form().getByRole('button', { name: `Drag section ${position}` });
    expect(await hasFocus(handle)).toBe(true);
    // Between the form's header and footer, which cover what is scrolled behind them.
    const header = await form().getByRole('heading', { name: 'Create New Lesson' }).boundingBox();
    const footer = await form().getByRole('button', { name: 'Publish Lesson' }).boundingBox();
    await eventually(async () => {
      const { y = -1, height = 0 } = (await handle.boundingBox()) ?? {};
      expect(y).toBeGreaterThan((header?.y ?? 0) + (header?.height ?? 0));
      expect(y + height).toBeLessThan(footer?.y ?? 0);
    });
  }
});

it('previews and publishes it', async () => {
  await use(form().getByRole('button', { name: 'Show Preview' }));
  await page.getByText(/This is a preview/).waitFor();
  await page.getByRole('dialog', { name: lesson }).getByText('កូនសោ').waitFor();
  await press('Escape');
  await use(form().getByRole('button', { name: 'Publish Lesson' }));
  await waitForToast('Lesson created successfully');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await eventually(async () => expect(await focusState()).toBe('seen'));
});

it('finds it in the list, and copies it', async () => {
  await press('/');
  expect(await hasFocus(page.getByRole('searchbox'))).toBe(true);
  await page.keyboard.insertText('អក្សរ');
  await page.getByText('Showing 1 to 1 of 1 lessons').waitFor();
  await chooseRowAction(lesson, 'Duplicate');
  await button(/^Edit At the keyboard .*copy/i).waitFor();
  await eventually(async () => expect(await hasFocus(button(`More actions for ${lesson}`))).toBe(true));
});

it('puts the lessons of the main lesson in another order', async () => {
  await open('Main Lessons', 'Main Lesson Management');
  await chooseRowAction(mainLesson, 'View lessons');
  const first = page.getByRole('dialog').getByRole('listitem').first();
  await first.getByText(lesson, { exact: true }).waitFor();
  await use(page.getByRole('dialog').getByRole('button', { name: `Move ${lesson} down`, exact: true }));
  await first.getByText(/copy/i).waitFor();
  await eventually(async () => expect(await focusState()).toBe('seen'));
  // The first Escape closes the tooltip of the focused button.
  while (await page.getByRole('dialog').isVisible()) await press('Escape');
  expect(await hasFocus(button(`More actions for ${mainLesson}`))).toBe(true);
});

it('deletes everything, and keeps the focus visible', async () => {
  await chooseRowAction(mainLesson, 'Delete');
  const question = page.getByRole('alertdialog');
  await question.getByText(/2 lessons/).waitFor();
  await question.getByText(/No learner has paid for it/).waitFor();
  expect(await hasFocus(question.getByRole('button', { name: 'Cancel' }))).toBe(true);
  await use(question.getByRole('button', { name: 'Delete' }));
  await waitForToast('Main Lesson deleted successfully');
  await page.getByRole('row', { name: new RegExp(mainLesson) }).waitFor({ state: 'detached' });
});

it('signs out', async () => {
  await focusByKeyboard(button('Logout'));
  // Signing out loads the page anew, so the focus is checked on the new page only.
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Admin sign-in' }).waitFor();
  await eventually(async () => expect(await focusState()).toBe('seen'));
});
