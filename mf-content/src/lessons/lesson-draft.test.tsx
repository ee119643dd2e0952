import { clickButton, type FakeApi, resetBrowserState } from '@khmer-learning/console-sdk/testing';
import { act, fireEvent, screen } from '@testing-library/react';
import {
  fakeWritableContentApi,
  findFreeTextBox,
  getField,
  openLesson,
  setFreeText,
} from '../testing/lesson-test-utils.tsx';

let api: FakeApi;
const saved = () => api.sent('PATCH', '/api/lessons/7').at(-1);

beforeEach(() => {
  resetBrowserState();
  api = fakeWritableContentApi();
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
    fireEvent.change(getField('Title'), { target: { value: 'Half done' } });
    await setFreeText('A: Half a talk');
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
    expect(getField('Title').value).toBe('Greetings');
    expect(screen.getByText('You have unsaved changes')).toBeTruthy();
    await clickButton('Restore unsaved changes');
    expect(getField('Title').value).toBe('Half done');
    expect((await findFreeTextBox()).textContent).toBe('A: Half a talk');
    await clickButton('Close');
    await clickButton('Stay', await screen.findByRole('alertdialog', { name: 'Leave without saving?' }));
    await clickButton('Publish Lesson');
    await screen.findByText('Lesson updated successfully');
    expect(saved()?.body).toMatchObject({
      title: 'Half done',
      sections: [{}, { content: 'A: Half a talk' }],
    });
    expect(Object.keys(localStorage).filter((key) => key.includes('draft'))).toEqual([]);
  });
});
