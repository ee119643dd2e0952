/// <reference lib="dom" />
import { randomBytes } from 'node:crypto';
import { ConsolePage } from '@khmer-learning/console-e2e';
import {
  apiKeysCreate,
  authRegister,
  fillPath,
  hasNoControlCharacters,
  type Lesson,
  lessons as lessonEndpoints,
  lessonTypes as lessonTypeEndpoints,
  mainLessons as mainLessonEndpoints,
  quizzes,
  type Section,
  uploadUrl,
  v1LessonsGet,
  v1LessonsList,
} from '@khmer-learning/contracts';
import { type ConsoleClient, type Stack, signInToConsole } from '@khmer-learning/local-stack';
import { xssPayloads as allPayloads, eventually, xssSvgs } from '@khmer-learning/test-kit';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser, pageTimeoutMs } from './browser.ts';
import { generateApiKey, LearnerApp } from './learner-app.ts';
import { startTestStack } from './test-stack.ts';

/**
 * Tests script in every text field: it runs neither in the console nor in an app that shows the responses of `/api/v1`.
 * Both are tested without a Content-Security-Policy, which would block some of it. `npm test` takes one payload of each
 * kind; the tests of the sanitiser have them all (services/content/src/lessons/writes/sanitize-sections.test.ts). Those with
 * a control character are refused before they are stored.
 */
const ofEachKind = [
  '<script>RUN</script>',
  '<img src=x onerror=RUN>',
  '"><img src=x onerror=RUN>',
  '<p title="</p><img src=x onerror=RUN>">',
  '<iframe srcdoc="<script>parent.RUN</script>"></iframe>',
  '<details open ontoggle=RUN><summary>x</summary></details>',
  '<svg onload=RUN>',
  '<svg></p><style><a id="</style><img src=x onerror=RUN>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=RUN&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=RUN>">',
  '<!--><img src=x onerror=RUN>-->',
  '&lt;img src=x onerror=RUN&gt;',
  '<a href="java&#10;script&colon;RUN">x</a>',
  '<a href="data:text/html,<script>RUN</script>">x</a>',
];
const xssPayloads = allPayloads.filter(
  (payload) =>
    hasNoControlCharacters(payload) &&
    (depth(false, true) || ofEachKind.includes(payload.replaceAll(/ran\(\d+\)/g, 'RUN'))),
);
let stack: Stack;
let browser: Browser;
let client: ConsoleClient;
let context: BrowserContext;
/** A page without any protection, like a careless app. */
let bare: Page;
let admin: ConsolePage;
let learners: LearnerApp;
/** The numbers of the payloads that ran. */
const ran = new Set<unknown>();

const bareAddress = 'http://bare.test/';
const perLesson = 50;
const maxNameLength = 100;

beforeAll(async () => {
  [stack, browser] = await Promise.all([
    startTestStack({ seed: false, env: { BCRYPT_COST: '4' } }),
    launchBrowser(),
  ]);
  client = await signInToConsole(stack.url, stack.admin);
  await createContentWithPayloads();
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, bypassCSP: true });
  await context.exposeFunction('ran', (number: unknown) => ran.add(number));
  await context.route(`${bareAddress}**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><body></body>' }),
  );
  bare = await context.newPage();
  await bare.goto(bareAddress);
  const page = await context.newPage();
  page.setDefaultTimeout(pageTimeoutMs);
  page.on('dialog', (dialog) => {
    ran.add(dialog.message());
    void dialog.dismiss();
  });
  admin = new ConsolePage(page);
  await admin.signIn(stack.url, stack.admin);
});

afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

beforeEach(() => ran.clear());

/** Input of an attacker in addition to the editor's formats. */
const hostileOps = (text: string) => [
  { insert: text, attributes: { bold: true, link: `javascript:${text}`, onclick: text, style: text } },
];

const lessonsOf: { html: Lesson[]; text: Lesson[]; vocabulary: Lesson[] } = {
  html: [],
  text: [],
  vocabulary: [],
};

function chunk<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/** Writes every payload into every text field. */
async function createContentWithPayloads(): Promise<void> {
  await client.call(apiKeysCreate, { body: { key: apiKey } });
  learners = new LearnerApp(stack.url, apiKey);
  const cover = await uploaded(xssSvgs[0] ?? '');
  const lessonTypes: number[] = [];
  const mainLessons: number[] = [];
  for (const text of xssPayloads) {
    const [type, mainLesson] = await Promise.all([
      client.call(lessonTypeEndpoints.create, { body: { title: text, icon: text, iconMode: 'raw' } }),
      client.call(mainLessonEndpoints.create, {
        body: { title: text, description: text, imageCover: cover ?? 'cover.png', status: 'published' },
      }),
      ...(text.length > maxNameLength ? [] : [register(text)]),
    ]);
    lessonTypes.push(type.id);
    mainLessons.push(mainLesson.id);
  }
  const lessonTypeId = lessonTypes[0] ?? 0;
  const mainLessonId = mainLessons[0] ?? 0;
  const create = (title: string, sections: readonly Section[]) =>
    client.call(lessonEndpoints.create, {
      body: {
        mainLessonId,
        lessonTypeId,
        title,
        description: title,
        level: 'Beginner',
        status: 'published',
        sections: [...sections],
      },
    });
  for (const text of xssPayloads) {
    await Promise.all([
      create(text, [{ title: text, content: text, html: null, ops: null }]),
      client.call(quizzes.create, {
        body: {
          lessonId: 1,
          title: text,
          description: text,
          status: 'active',
          questions: [{ question: text, options: [text, 'other'], correctAnswer: text }],
        },
      }),
    ]);
  }
  for (const [index, strings] of chunk(xssPayloads, perLesson).entries()) {
    const [html, text, vocabulary] = await Promise.all([
      create(
        `html ${index}`,
        strings.map((html) => ({
          title: 'Text',
          content: 'x',
          html,
          ops: hostileOps(html) as Section['ops'],
        })),
      ),
      create(
        `text ${index}`,
        strings.map((content) => ({ title: content, content, html: null, ops: null })),
      ),
      create(`vocabulary ${index}`, [
        {
          title: 'Key words',
          content: strings.map((line) => `${line} [${line}] : ${line}`).join('\n'),
          html: null,
          ops: null,
        },
      ]),
    ]);
    lessonsOf.html.push(html);
    lessonsOf.text.push(text);
    lessonsOf.vocabulary.push(vocabulary);
  }
}

const apiKey = generateApiKey();

const register = (name: string) =>
  client.call(authRegister, {
    body: {
      firstName: name,
      lastName: name,
      email: `${randomBytes(8).toString('hex')}@khmer.local`,
      password: 'learns-at-night-2026',
      role: 'teacher',
    },
  });

/** Uploads a picture and returns its name; undefined if it is rejected. */
async function uploaded(svg: string): Promise<string | undefined> {
  const form = new FormData();
  form.append('file', new File([svg], 'picture.svg', { type: 'image/svg+xml' }));
  const answer = await fetch(`${stack.url}/api/upload`, {
    method: 'POST',
    headers: client.headers,
    body: form,
  });
  if (answer.status === 415 || answer.status === 400) return undefined;
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { data: { filename: string } }).data.filename;
}

/** Renders html in the unprotected page in the two possible ways, and follows its links. */
async function showInBarePage(html: readonly string[]): Promise<void> {
  await bare.goto(bareAddress);
  await bare.evaluate(async (texts) => {
    for (const text of texts) {
      const parsed = document.createElement('div');
      const read = document.createElement('div');
      document.body.append(parsed, read);
      parsed.innerHTML = text;
      read.append(document.createRange().createContextualFragment(text));
      for (const link of document.querySelectorAll<HTMLElement>('a')) {
        const address = link.getAttribute('href') ?? link.getAttribute('xlink:href') ?? '';
        if (/script\s*:/i.test(address)) link.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
      parsed.remove();
      read.remove();
    }
  }, html);
  await bare.waitForTimeout(300);
}

describe('the page without protection', () => {
  it('runs injected script, so that the tests below can fail', async () => {
    await showInBarePage(xssPayloads);
    expect(xssPayloads.length).toBeGreaterThanOrEqual(depth(ofEachKind.length, 50));
    await eventually(() => expect(ran.size).toBeGreaterThan(depth(5, 40)));
  });

  it('runs script in injected pictures', async () => {
    await showInBarePage(xssSvgs);
    expect(ran.size).toBeGreaterThan(3);
  });
});

describe('an app that shows what /api/v1 gives', () => {
  it('runs no script, and finds no script that could run', async () => {
    const { data, total } = await learners.call(v1LessonsList, { query: { limit: '100', offset: '0' } });
    expect(total).toBeGreaterThan(xssPayloads.length);
    const ids = [...data.map(({ id }) => id), ...lessonsOf.html.map(({ id }) => id)];
    const html: string[] = [];
    for (const id of new Set(ids)) {
      const { data: lesson } = await learners.call(v1LessonsGet, { params: { id } });
      for (const section of lesson.sections) if (section.html) html.push(section.html);
    }
    expect(html.length).toBeGreaterThan(depth(5, 20));
    await showInBarePage(html);
    expect([...ran]).toEqual([]);
    const inside = await bare.evaluate(
      (texts) =>
        texts.flatMap((text) => {
          const place = document.createElement('template');
          place.innerHTML = text;
          return [...place.content.querySelectorAll('*')].flatMap((element) => [
            element.localName,
            ...element.getAttributeNames().map((name) => `${element.localName} ${name}`),
            ...['href', 'src'].map((name) => `address ${/^[a-z]*:/i.exec(element.getAttribute(name) ?? '')}`),
          ]);
        }),
      html,
    );
    const allowed =
      /^(p|br|h[1-6]|blockquote|ul|ol|li|b|strong|i|em|u|code|pre|a|img|a (href|rel)|img (src|alt)|address (null|https?:|mailto:|tel:|sms:|data:))$/;
    expect([...new Set(inside)].filter((name) => !allowed.test(name))).toEqual([]);
  });

  it('gets operations with only text and three formats', async () => {
    const [first] = lessonsOf.html;
    const { sections } = await client.call(lessonEndpoints.get, { params: { id: first?.id ?? 0 } });
    const keys = sections.flatMap(({ ops }) =>
      (ops ?? []).flatMap(({ attributes }) => Object.keys(attributes ?? {})),
    );
    expect(keys.length).toBeGreaterThan(depth(5, 20));
    expect([...new Set(keys)]).toEqual(['bold']);
  });

  it.each([
    '{"__proto__": {"bold": true}}',
    '{"constructor": {"prototype": {"bold": true}}}',
    '{"bold": {"toString": "javascript:ran(1)"}}',
  ])('never gets operations with the attributes %s', async (attributes) => {
    const id = lessonsOf.html[0]?.id ?? 0;
    const answer = await fetch(stack.url + fillPath(lessonEndpoints.update.path, { id }), {
      method: 'PATCH',
      headers: { ...client.headers, 'content-type': 'application/json' },
      body: `{"sections": [{"title": "x", "content": "x", "ops": [{"insert": "x", "attributes": ${attributes}}]}]}`,
    });
    expect(answer.status).toBe(400);
  });
});

it('pictures run no script: opened directly, embedded, or inlined into a page', async () => {
  const names = (await Promise.all(xssSvgs.map(uploaded))).filter((name) => name !== undefined);
  expect(names.length).toBeGreaterThan(0);
  const addresses = names.map((name) => stack.url + uploadUrl(name));
  const page = await context.newPage();
  for (const address of addresses) await page.goto(address);
  await showInBarePage(
    addresses.flatMap((address) => [
      `<img src="${address}">`,
      `<object data="${address}" type="image/svg+xml"></object>`,
      `<iframe src="${address}"></iframe>`,
    ]),
  );
  await showInBarePage(await Promise.all(addresses.map(async (address) => (await fetch(address)).text())));
  await page.waitForTimeout(300);
  await page.close();
  expect([...ran]).toEqual([]);
});

describe('the console', () => {
  /** Opens all pages of a view's list. */
  async function pageThroughList(view: string, sample: string): Promise<void> {
    await admin.openView(view);
    await admin.page.getByText(sample).first().waitFor();
    const next = admin.page.getByRole('button', { name: 'Next' });
    while ((await next.isVisible()) && (await next.isEnabled())) {
      const shown = await admin.page.getByText(/^Showing/).textContent();
      await next.click();
      await admin.page
        .getByText(/^Showing/)
        .filter({ hasNotText: shown ?? '' })
        .waitFor();
    }
  }
  const dialog = () => admin.page.getByRole('dialog').last();
  async function closeDialog(): Promise<void> {
    const { page } = admin;
    while ((await page.getByRole('dialog').count()) > 0) {
      const leave = page.getByRole('button', { name: 'Leave', exact: true });
      if (await leave.isVisible()) await leave.click();
      else await page.keyboard.press('Escape');
      await page.waitForTimeout(20);
    }
  }
  const first = xssPayloads[0] ?? '';

  it('has no policy here that would block scripts, so that the tests below can fail', async () => {
    await admin.page.evaluate(() => {
      const place = document.createElement('div');
      place.innerHTML = '<img src="x:" onerror="ran(3)">';
      document.body.append(place);
    });
    await eventually(() => expect([...ran]).toEqual([3]));
  });

  it.each([
    ['Main Lessons', first],
    ['Lessons', 'html'],
    ['Lesson Types', first],
    ['Users', first],
    ['Dashboard', 'vocabulary'],
  ])('%s show text', async (view, sample) => {
    await (view === 'Main Lessons' || view === 'Users'
      ? pageThroughList(view, '<')
      : pageThroughList(view, sample));
    await admin.page.mouse.move(700, 400);
    expect([...ran]).toEqual([]);
  });

  it('quizzes, their cards, results and form', async () => {
    const { page } = admin;
    await admin.openView('Quizzes');
    const more = page.getByRole('button', { name: 'Show more' });
    await page.getByRole('article').first().waitFor();
    while (await more.isVisible()) {
      const before = await page.getByRole('article').count();
      await more.click();
      await page.waitForFunction((count) => document.querySelectorAll('article').length > count, before);
    }
    expect(await page.getByRole('article').count()).toBe(xssPayloads.length);
    for (const place of depth([0], [0, 30, 60])) {
      const card = page.getByRole('article').nth(place);
      const chooseFromMenu = async (action: string) => {
        await card.getByRole('button', { name: /^More actions/ }).click();
        await page.getByRole('menuitem', { name: action }).click();
      };
      const openers = [
        () => card.getByRole('button', { name: /^Edit/ }).click(),
        () => chooseFromMenu('View results'),
        () => chooseFromMenu('Delete'),
      ];
      for (const open of openers) {
        await open();
        await page.getByRole('dialog').or(page.getByRole('alertdialog')).first().waitFor();
        await page.keyboard.press('Escape');
        await closeDialog();
      }
    }
    expect([...ran]).toEqual([]);
  });

  it('the search, and what it shows again after a reload', async () => {
    const { page } = admin;
    await admin.openView('Lessons');
    for (const text of xssPayloads.slice(0, 40)) await page.getByRole('searchbox').fill(text);
    const searched = page.waitForResponse(/search=%3Cimg\+src%3Dx\+onerror%3Dran%281%29%3E/);
    await page.getByRole('searchbox').fill('<img src=x onerror=ran(1)>');
    await searched;
    await page.reload();
    await page.getByRole('searchbox').waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('<img src=x onerror=ran(1)>');
    await page.getByRole('searchbox').fill('');
    expect([...ran]).toEqual([]);
  });

  it.each([
    ['as the service keeps it', false],
    ['as a service without rules would give it', true],
  ])('lessons in preview, form and its preview, %s', async (_name, isRaw) => {
    const { page } = admin;
    const raw = new Map(
      lessonsOf.html.map(({ id }, index) => [id, chunk(xssPayloads, perLesson)[index] ?? []]),
    );
    if (isRaw) {
      await page.route(/\/api\/lessons\/\d+$/, async (route) => {
        const response = await route.fetch();
        const lesson = (await response.json()) as Lesson;
        const strings = raw.get(lesson.id) ?? [];
        const sections = lesson.sections.map((section, index) => ({
          ...section,
          html: strings[index] ?? null,
        }));
        await route.fulfill({ response, json: { ...lesson, sections } });
      });
    }
    await admin.openView('Lessons');
    const lessons = isRaw ? lessonsOf.html : [...lessonsOf.html, ...lessonsOf.text, ...lessonsOf.vocabulary];
    for (const { title } of lessons) {
      await page.getByRole('searchbox').fill(title);
      await admin.chooseRowAction(title, 'Preview');
      await dialog()
        .getByText(/This is a preview/)
        .waitFor();
      await closeDialog();
      await page.getByRole('button', { name: `Edit ${title}` }).click();
      const form = dialog();
      await form.getByRole('button', { name: 'Show Preview' }).waitFor();
      if (title.startsWith('html')) {
        await page.waitForFunction(
          (count) => document.querySelectorAll('[contenteditable=true]').length >= count,
          raw.values().next().value?.length === 0 ? 0 : 1,
        );
      }
      await form.getByRole('button', { name: 'Show Preview' }).click();
      await dialog()
        .getByText(/This is a preview/)
        .waitFor();
      await closeDialog();
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    expect([...ran]).toEqual([]);
  });

  it('the lessons of a main lesson and of a type, and the activity', async () => {
    const { page } = admin;
    await admin.openView('Main Lessons');
    await page.getByRole('searchbox').fill('');
    await admin.page.getByRole('button', { name: 'Catalogue order' }).click();
    await dialog().getByRole('button', { name: /^Drag/ }).first().waitFor();
    await closeDialog();
    await admin.openView('Lesson Types');
    await admin.chooseRowAction(first, 'View lessons');
    await dialog()
      .getByRole('button', { name: /^Preview/ })
      .first()
      .waitFor();
    await closeDialog();
    await page.getByRole('button', { name: `Edit ${first}`, exact: true }).click();
    await dialog().getByRole('button', { name: 'Activity' }).click();
    await dialog()
      .getByText(/Created/)
      .first()
      .waitFor();
    await closeDialog();
    await admin.openFromTools('Activity');
    await page.getByRole('row').nth(3).waitFor();
    await pageThroughList('Dashboard', 'vocabulary');
    expect([...ran]).toEqual([]);
  });

  it('shows server messages in a toast and under a field', async () => {
    const { page } = admin;
    await page.route(/\/api\/lesson-type$/, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 409,
            json: { message: xssPayloads[4], code: 'conflict', requestId: '<img src=x onerror=ran(2)>' },
          })
        : route.continue(),
    );
    await admin.openView('Lesson Types');
    const form = await admin.openActionDialog('New Lesson Type');
    await form.getByLabel('Icon').fill(first);
    await form.getByLabel('Title').fill(first);
    await form.getByRole('button', { name: 'Create Lesson Type' }).click();
    await page
      .getByText(xssPayloads[4] ?? '')
      .first()
      .waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    expect([...ran]).toEqual([]);
  });
});

it('keeps each text as it was typed', async () => {
  const { data } = await learners.call(v1LessonsList, { query: { limit: '100', offset: '0' } });
  const titles = new Set(data.map(({ title }) => title));
  expect(xssPayloads.slice(-60).filter((text) => !titles.has(text))).toEqual([]);
});
