import { clickButton, type FakeApi, fillField, resetBrowserState } from '@khmer-learning/console-sdk/testing';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { greetingsLesson } from '../testing/content-fixtures.ts';
import {
  fakeWritableContentApi,
  findFreeTextBox,
  getField,
  openLesson,
  renderHost,
} from '../testing/lesson-test-utils.tsx';

let api: FakeApi;
const bar = () => screen.findByRole('search', { name: 'Find in lesson' });
const query = () => screen.getByLabelText<HTMLInputElement>('Find');
const count = (text: string) => screen.findByText(text);
const marked = () => document.querySelector<HTMLInputElement>('[data-found]');
const selected = (input: HTMLInputElement) =>
  input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0);

async function openBar(): Promise<void> {
  await userEvent.keyboard('{Control>}f{/Control}');
  await bar();
}

beforeEach(() => {
  resetBrowserState();
  api = fakeWritableContentApi();
});

describe('find in a lesson', () => {
  it('counts the matches in all texts, goes through them, and selects the one it is left at', async () => {
    await openLesson(api, { description: 'Say hello' });
    await findFreeTextBox();
    await openBar();
    await fillField(query(), 'HELLO');
    await count('1 of 4');
    expect(marked()).toBe(getField('Description'));
    await userEvent.keyboard('{Enter}');
    await count('2 of 4');
    expect(marked()).toBe(getField('English Word'));
    expect((await bar()).textContent).toContain('Section 1, entry 1, English Word: Hello');
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
    await count('1 of 4');
    await userEvent.keyboard('{F3}');
    await count('2 of 4');
    expect(document.activeElement).toBe(query());
    expect(await axeViolations()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('search')).toBeNull();
    expect(screen.getByRole('dialog', { name: 'Edit Lesson' })).toBeTruthy();
    expect(document.activeElement).toBe(getField('English Word'));
    expect(selected(getField('English Word'))).toBe('Hello');
    expect(marked()).toBeNull();
  });

  it('selects a match in free text', async () => {
    await openLesson(api);
    const box = await findFreeTextBox();
    await openBar();
    await fillField(query(), 'b: hel');
    await count('1 of 1');
    await clickButton('Close find');
    expect(document.activeElement).toBe(box);
    expect(String(getSelection())).toBe('B: Hel');
  });

  it('finds Khmer in any order of its signs', async () => {
    const content = 'Khmer [khmae] : \u1781\u17D2\u1798\u17C2\u179A';
    await openLesson(api, { sections: [{ title: 'Key words', content, html: null, ops: null }] });
    await clickButton('Find in lesson');
    await bar();
    await fillField(query(), '\u1781\u17C2\u17D2\u1798\u179A');
    await count('1 of 1');
    expect(marked()).toBe(getField('Khmer Translation'));
  });

  it('follows what is typed in the form, and says when nothing is found', async () => {
    await openLesson(api);
    await openBar();
    await fillField(query(), 'market');
    await count('No matches');
    await fillField(getField('Title'), 'Market day');
    await userEvent.keyboard('{F3}');
    await count('1 of 1');
    expect(marked()).toBe(getField('Title'));
  });

  it('finds a row of a long list that is not rendered, and scrolls to it', async () => {
    const words = Array.from({ length: 400 }, (_, n) => `Word ${n} [w] : ពាក្យ`);
    const content = [...words, 'River [ri-ver] : ទន្លេ'].join('\n');
    const height = (element: HTMLElement) => (element.dataset.index === undefined ? 640 : 64);
    jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function read(
      this: HTMLElement,
    ) {
      return height(this);
    });
    jest.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(640);
    jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(640);
    jest.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(401 * 64);
    const scrolls = jest.fn();
    Element.prototype.scrollTo = function scrollTo(options?: ScrollToOptions | number) {
      scrolls(options);
      this.scrollTop = typeof options === 'object' ? (options.top ?? 0) : 0;
      this.dispatchEvent(new Event('scroll'));
    };
    await openLesson(api, { sections: [{ title: 'Key words', content, html: null, ops: null }] });
    await openBar();
    await fillField(query(), 'river');
    await count('1 of 1');
    await waitFor(() => expect(marked()?.value).toBe('River'));
    expect(scrolls).toHaveBeenCalled();
    jest.restoreAllMocks();
    Reflect.deleteProperty(Element.prototype, 'scrollTo');
  });

  it('lands on the text that the address names', async () => {
    window.history.replaceState(null, '', '#/lessons?open=7&find=suo');
    api.route('GET /api/lessons/7', () => ({ body: greetingsLesson }));
    renderHost();
    await screen.findByRole('dialog', { name: 'Edit Lesson' });
    await count('1 of 1');
    await waitFor(() => expect(document.activeElement).toBe(getField('Pronunciation')));
    expect(selected(getField('Pronunciation'))).toBe('suo');
  });
});
