import { click, type FakeApi, fill, forgetEverything } from '@khmer-learning/console-sdk/testing';
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { field, freeText, openLesson, openNewLesson, writableSchool } from '../testing/lesson-bench.tsx';

let api: FakeApi;
const saved = () => api.sent('PATCH', '/api/lessons/7').at(-1);

beforeEach(() => {
  forgetEverything();
  api = writableSchool();
});

describe('the draft kept in the browser', () => {
  const at = (time: string) => jest.setSystemTime(new Date(`2026-05-05T${time}`));

  async function typeAndCrash(): Promise<void> {
    jest.useFakeTimers({
      doNotFake: [
        'setTimeout',
        'clearTimeout',
        'queueMicrotask',
        'setImmediate',
        'requestAnimationFrame',
        'performance',
      ],
    });
    at('10:41:40');
    const { unmount } = await openLesson(api);
    fireEvent.change(field('Title'), { target: { value: 'Half done' } });
    fireEvent.change(freeText(), { target: { value: 'A: Half a talk' } });
    expect(screen.queryByText(/Auto-saved/)).toBeNull();
    at('10:42:00');
    act(() => jest.advanceTimersByTime(30_000));
    expect(screen.getByText('Auto-saved 10:42')).toBeTruthy();
    unmount();
    jest.useRealTimers();
  }

  afterEach(() => jest.useRealTimers());

  it('is offered when the lesson is opened again, and restored as unsaved changes', async () => {
    await typeAndCrash();
    await openLesson(api);
    expect(field('Title').value).toBe('Greetings');
    expect(screen.getByText('You have unsaved changes')).toBeTruthy();
    await click('Restore unsaved changes');
    expect(field('Title').value).toBe('Half done');
    expect(freeText().value).toBe('A: Half a talk');
    await click('Close');
    await click('Stay', await screen.findByRole('alertdialog', { name: 'Leave without saving?' }));
    await click('Publish Lesson');
    await screen.findByText('Lesson updated successfully');
    expect(saved()?.body).toMatchObject({
      title: 'Half done',
      sections: [{}, { content: 'A: Half a talk' }],
    });
    expect(Object.keys(localStorage).filter((key) => key.includes('draft'))).toEqual([]);
  });

  it('is another item’s business nowhere', async () => {
    await typeAndCrash();
    await openNewLesson();
    expect(screen.queryByText('You have unsaved changes')).toBeNull();
  });

  it('is thrown away when the author does not want it', async () => {
    await typeAndCrash();
    await openLesson(api);
    await click('Discard them');
    expect(screen.queryByText('You have unsaved changes')).toBeNull();
    await click('Close');
    await click('Edit');
    expect(screen.queryByText('You have unsaved changes')).toBeNull();
  });

  it('is kept as soon as a field is left', async () => {
    await openLesson(api);
    await fill(field('Title'), 'Left behind');
    await userEvent.tab();
    expect(screen.getByText(/^Auto-saved \d\d:\d\d$/)).toBeTruthy();
    expect(localStorage.getItem('khmer-learning.draft.1.lesson.7')).toContain('Left behind');
  });

  it('is not believed when it does not fit the form', async () => {
    localStorage.setItem(
      'khmer-learning.draft.1.lesson.7',
      '{"savedAt":"2026-05-05T10:42:00.000Z","values":{}}',
    );
    await openLesson(api);
    expect(screen.queryByText('You have unsaved changes')).toBeNull();
  });

  it('is said to be missing when the browser refuses it', async () => {
    const refuse = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await openLesson(api);
    await fill(field('Title'), 'Too much');
    await userEvent.tab();
    expect(screen.getByText(/^Auto-save failed/)).toBeTruthy();
    refuse.mockRestore();
  });
});
