import type { Page, Response } from 'playwright-core';

/** Code, keys and what people have typed; highlighted matches; technical details of errors; toasts, which keep the language of their moment. */
const skipped =
  'script, style, noscript, code, kbd, textarea, [contenteditable], div:has(> mark), details > p, [data-swipe-direction], body > span[role=status]';

/** The texts of the page, those for screen readers and tooltips included, and the values of its fields. */
const readTexts = `(() => {
  const texts = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
    if (element.closest('${skipped}')) continue;
    if (node.nodeType === Node.TEXT_NODE) texts.add(node.data.trim());
    else for (const name of ['aria-label', 'placeholder', 'title', 'alt']) texts.add((element.getAttribute(name) ?? '').trim());
  }
  texts.delete('');
  return { texts: [...texts], values: [...document.querySelectorAll('input, textarea')].map(({ value }) => value) };
})()`;

/** Names, keys, what the screens type or answer, and what is written for learners of English: the same in every language. */
const sameInEveryLanguage = [
  ...[
    'Khmer Learning Admin',
    'Khmer Learning',
    'English',
    'PayPal',
    'Excel',
    'WebP',
    'Chrome',
    'Linux',
    'curl',
    'Expert',
    'and market',
    'tik',
    'tour',
  ],
  ...['Ctrl', 'Alt', 'Shift', 'Enter', 'Escape', 'Esc', 'Space', 'Tab', 'Page Up', 'Page Down'],
  ...['Beginner, Intermediate, Advanced', 'How do you say', 'in Khmer', 'Where?'],
];

/** The services, by which the health page names their processes. */
const processNames = new Set(['gateway', 'users', 'content', 'quizzes', 'commerce', 'media', 'stats']);

/** Phonemic texts, addresses, versions and ids, API keys, names of headers, and abbreviations. */
const technical =
  /khmer_[\w-]+|\[[\w -]+\??\]|\S*@\S+|\S*\/\S+|\S*\d\S*|\b[A-Z]\w*(?:-[A-Z]\w*)+\b|\b[A-Z]{1,5}\b/g;

/** The words of the contracts, such as a status: whoever shows one translates it. */
const isWordOfContract = (text: string) =>
  /^[a-z]+(?:[-_ A-Z][a-z]+)*$/.test(text) ||
  /^(?:Beginner|Intermediate|Advanced|[A-Z_]+|Success|Error)$/.test(text);

const word = /[a-z]{2}/i;

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** Names of files and hosts, and any of the texts as whole words, the longest first. */
function anyOf(texts: readonly string[]): RegExp {
  const alternatives = texts
    .toSorted((one, other) => other.length - one.length)
    .map((text) => text.replace(/[.*+?^$()|[\]\\{}]/g, '\\$&'));
  return new RegExp(`(?<![A-Za-z])(?:${alternatives.join('|')}|[\\w@.-]+\\.[a-z]{2,5})(?![a-z])`, 'g');
}

/** The texts that a page shows, and what it has received and people have typed, which is in no language of the console. */
export class ShownTexts {
  readonly #page: Page;
  readonly #data = new Set<string>();

  constructor(page: Page) {
    this.#page = page;
    page.on('response', (response) => void this.#collect(response));
  }

  async #collect(response: Response): Promise<void> {
    if (!response.ok() || !new URL(response.url()).pathname.startsWith('/api/')) return;
    const body: unknown = await response.json().catch(() => undefined);
    for (const text of stringsIn(body)) {
      // A vocabulary line is shown in parts: `English [phonemic] : Khmer`.
      for (const part of [text, ...text.split(/\n| \[|\] :/)]) {
        const data = part.trim();
        if (data.length < 2 || isWordOfContract(data)) continue;
        // Types of lessons are shown in lower case, too.
        this.#data.add(data).add(data.toLowerCase());
      }
    }
  }

  async read(): Promise<string[]> {
    const { texts, values } = await this.#page.evaluate<{ texts: string[]; values: string[] }>(readTexts);
    for (const value of values) if (value.trim().length > 1) this.#data.add(value.trim());
    return texts;
  }

  /** The texts of a Khmer page that have English words. */
  async findEnglish(): Promise<string[]> {
    const texts = (await this.read()).filter((text) => word.test(text) && !processNames.has(text));
    const expected = anyOf([...this.#data, ...sameInEveryLanguage]);
    return texts.filter((text) => word.test(text.replace(expected, ' ').replace(technical, ' ')));
  }
}
