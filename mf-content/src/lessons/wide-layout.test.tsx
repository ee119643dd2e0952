import { clickButton, type FakeApi, fillField, resetBrowserState } from '@khmer-learning/console-sdk/testing';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeWritableContentApi, getField, openLesson } from '../testing/lesson-test-utils.tsx';

let api: FakeApi;
/** The screen's width in rem. */
let screenWidth: number;
const narrowMatchMedia = window.matchMedia;

const outline = () => screen.getByRole('navigation', { name: 'Sections' });
const outlined = () => within(outline()).getAllByRole('button');
const preview = () => screen.findByRole('region', { name: 'Live preview' });
const secondTitle = () => {
  const field = screen.getAllByLabelText<HTMLInputElement>('Section Title')[1];
  if (field === undefined) throw new Error('There is no second section');
  return field;
};

beforeEach(() => {
  resetBrowserState();
  api = fakeWritableContentApi();
  screenWidth = 96;
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: screenWidth >= Number(/\(min-width: (\d+)rem\)/.exec(media)?.[1]),
    }) as MediaQueryList;
  Element.prototype.scrollIntoView = jest.fn();
});
afterEach(() => {
  window.matchMedia = narrowMatchMedia;
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
});

describe('the lesson form on a wide screen', () => {
  it('lists the parts of the form, jumps to one by keyboard, and marks the current one', async () => {
    await openLesson(api);
    await preview();
    expect(outlined().map(({ textContent }) => textContent)).toEqual([
      'General',
      '1. Key words',
      '2. A short talk',
    ]);
    act(() => outlined()[2]?.focus());
    await userEvent.keyboard('{Enter}');
    expect(document.activeElement).toBe(secondTitle());
    expect(Element.prototype.scrollIntoView).toHaveBeenCalledWith({ block: 'start' });
    expect(outlined().map((item) => item.getAttribute('aria-current'))).toEqual([null, null, 'location']);
    expect(await axeViolations()).toEqual([]);
  });

  it('names what is typed as a title, and marks what is invalid', async () => {
    await openLesson(api);
    await fillField(secondTitle(), 'Market');
    expect(within(outline()).getByRole('button', { name: '2. Market' })).toBeTruthy();
    await fillField(secondTitle(), '');
    await fillField(getField('Title'), '');
    await clickButton('Publish Lesson');
    await waitFor(() =>
      expect(outlined().map(({ textContent }) => textContent)).toEqual([
        'Generalhas errors',
        '1. Key words',
        '2. Untitled sectionhas errors',
      ]),
    );
  });

  it('has the outline before the fields and the preview after them', async () => {
    await openLesson(api);
    const after = (first: Node, second: Node) =>
      (first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    expect(after(outline(), getField('Title'))).toBe(true);
    expect(after(secondTitle(), await preview())).toBe(true);
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: /Main Lesson/ }));
  });

  it('renders the preview once after a pause, and only the section that was typed in', async () => {
    const words = Array.from({ length: 2000 }, (_, n) => `<p>Word ${n}</p>`).join('');
    await openLesson(api, {
      sections: [
        { title: 'Words', content: 'Word', html: words, ops: null },
        { title: 'Talk', content: 'Hello', html: '<p>Hello</p>', ops: null },
      ],
    });
    const region = await preview();
    // Each rendering of a section replaces the elements of its HTML.
    const elements = within(region).getByText('Word 1999');
    let renderings = 0;
    const observer = new MutationObserver(() => {
      renderings += 1;
    });
    observer.observe(region, { childList: true, characterData: true, subtree: true });
    await act(async () => {
      for (const title of ['M', 'Ma', 'Mar', 'Mark', 'Marke', 'Market'])
        fireEvent.change(secondTitle(), { target: { value: title } });
    });
    expect(within(region).queryByText('Market')).toBeNull();
    expect(await within(region).findByText('Market')).toBeTruthy();
    expect(renderings).toBe(1);
    expect(within(region).getByText('Word 1999')).toBe(elements);
    observer.disconnect();
  });

  it('has a preview without scripts that can be switched off, which this browser remembers', async () => {
    const html = '<p>Hi</p><img src="x" onerror="alert(1)">';
    const { unmount } = await openLesson(api, { sections: [{ title: 'A', content: 'Hi', html, ops: null }] });
    expect((await preview()).innerHTML).not.toContain('onerror');
    const toggle = () => screen.getByRole('button', { name: 'Live preview' });
    expect(toggle().getAttribute('aria-pressed')).toBe('true');
    await clickButton('Live preview');
    expect(screen.queryByRole('region', { name: 'Live preview' })).toBeNull();
    unmount();
    await openLesson(api);
    expect(toggle().getAttribute('aria-pressed')).toBe('false');
    expect(screen.queryByRole('region', { name: 'Live preview' })).toBeNull();
    await clickButton('Live preview');
    expect(await preview()).toBeTruthy();
  });

  it('follows what is edited and marks the edited line, unless the preview itself was scrolled last', async () => {
    const box = (top: number, bottom: number) => ({ top, bottom, height: bottom - top }) as DOMRect;
    const measure = jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (
      this: Element,
    ) {
      if (this.matches('[data-previewed="2"]')) return box(500, 600);
      return this.matches('[data-edited]') ? box(900, 920) : box(0, 300);
    });
    const { unmount } = await openLesson(api);
    const frame = await preview();
    act(() => secondTitle().focus());
    await waitFor(() => expect(frame.scrollTop).toBe(500));
    fireEvent.wheel(frame);
    frame.scrollTop = 0;
    const english = screen.getAllByLabelText<HTMLInputElement>('English Word')[0];
    act(() => english?.focus());
    await waitFor(() => expect(frame.querySelector('[data-edited]')?.textContent).toContain('suo-sdey'));
    expect(frame.scrollTop).toBe(0);
    await userEvent.type(document.activeElement ?? frame, 's');
    await waitFor(() => expect(frame.querySelector('[data-edited]')?.textContent).toContain('Hellos'));
    expect(frame.scrollTop).toBe(900 - 300 / 3);
    measure.mockRestore();

    await userEvent.click(screen.getByRole('radio', { name: 'Phone' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Dark' }));
    unmount();
    await openLesson(api);
    expect((await preview()).dataset).toMatchObject({ frame: 'phone', colors: 'dark' });
    expect(document.documentElement.dataset.theme).toBeUndefined();
  });

  it('has both on a screen of 1440 px', async () => {
    screenWidth = 90;
    await openLesson(api);
    expect(outlined()).toHaveLength(3);
    expect(await preview()).toBeTruthy();
  });

  it('has the outline alone where the preview has no space', async () => {
    screenWidth = 80;
    await openLesson(api);
    expect(outlined()).toHaveLength(3);
    expect(screen.queryByRole('button', { name: 'Live preview' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Live preview' })).toBeNull();
  });

  it('has neither on a narrower screen', async () => {
    screenWidth = 79;
    await openLesson(api);
    expect(screen.getByRole('button', { name: 'Show Preview' })).toBeTruthy();
    expect(screen.queryByRole('navigation', { name: 'Sections' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Live preview' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Live preview' })).toBeNull();
  });
});
