import '../testing.ts';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button, Dialog, KitProvider, toast } from '../index.ts';
import { axeViolations } from '../testing.ts';

/** The visible toasts, without the copies that Radix renders for screen readers. */
const onScreen = () =>
  [...screen.getByRole('region', { name: /Notifications/ }).querySelectorAll('li')].map(
    (item) => item.textContent,
  );

async function page() {
  render(
    <KitProvider>
      <Button>Save</Button>
    </KitProvider>,
  );
  await screen.findByRole('region', { name: /Notifications/ });
}

const pageWithDialog = (open: boolean) => (
  <KitProvider>
    <Dialog open={open} title="Edit Lesson" onOpenChange={() => {}}>
      <input aria-label="Title" />
    </Dialog>
  </KitProvider>
);

afterEach(() => act(() => toast.dismiss()));

test('titles: Success, Error, or one of its own', async () => {
  await page();
  act(() => toast.success('Lesson created successfully'));
  expect(onScreen()).toEqual(['SuccessLesson created successfully']);
  act(() => toast.error('Failed to create lesson'));
  expect(onScreen()).toEqual(['ErrorFailed to create lesson']);
  act(() => toast.show({ tone: 'success', title: 'API Key Generated', description: 'Your new API key' }));
  expect(onScreen()).toEqual(['API Key GeneratedYour new API key']);
});

test('marks a text that contains Khmer as Khmer', async () => {
  await page();
  act(() => toast.success('Lesson duplicated successfully: “ផ្សារ” is a draft'));
  expect(screen.getByText(/ផ្សារ/, { selector: 'li *' }).lang).toBe('km');
});

test('one at a time: the newest, also when the text is the same', async () => {
  await page();
  act(() => {
    toast.error('Failed to log in');
    toast.error('Failed to log in');
    toast.success('Logged in successfully');
  });
  expect(onScreen()).toEqual(['SuccessLogged in successfully']);
});

test('a toast from before the first render is shown after it', async () => {
  toast.success('Logged in successfully');
  await page();
  expect(onScreen()).toEqual(['SuccessLogged in successfully']);
});

test('goes away after five seconds, not before', async () => {
  await page();
  jest.useFakeTimers();
  act(() => toast.success('Saved'));
  act(() => jest.advanceTimersByTime(4900));
  expect(onScreen()).toHaveLength(1);
  act(() => jest.advanceTimersByTime(200));
  expect(onScreen()).toHaveLength(0);
  jest.useRealTimers();
});

test('can be dismissed by its button, and F8 leads there', async () => {
  await page();
  act(() => toast.error('Failed to log in'));
  await userEvent.keyboard('[F8]');
  expect(document.activeElement?.contains(screen.getByRole('button', { name: 'Dismiss' }))).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(onScreen()).toHaveLength(0);
});

test.each([
  [60, 0],
  [40, 1],
])('a swipe of %i px to the right leaves %i on screen', async (distance, left) => {
  await page();
  act(() => toast.success('Saved'));
  const item = screen.getByRole('region', { name: /Notifications/ }).querySelector('li') as HTMLElement;
  const at = (clientX: number) => ({ button: 0, pointerType: 'mouse', pointerId: 1, clientX, clientY: 0 });
  fireEvent.pointerDown(item, at(0));
  fireEvent.pointerMove(item, at(distance));
  fireEvent.pointerUp(item, at(distance));
  expect(onScreen()).toHaveLength(left);
});

describe('a toast with a button', () => {
  const entryDeleted = (onSelect: () => void) =>
    act(() => {
      toast.show({ tone: 'info', title: 'Entry 3 deleted', action: { label: 'Undo', onSelect } });
    });

  test('can be clicked when a dialog has opened after it', async () => {
    const { rerender } = render(pageWithDialog(false));
    await screen.findByRole('region', { name: /Notifications/ });
    const undo = jest.fn();
    entryDeleted(undo);
    rerender(pageWithDialog(true));
    const button = screen.getByRole('button', { name: 'Undo' });
    expect(button.closest('li')?.style.pointerEvents).toBe('auto');
    await userEvent.click(button);
    expect(undo).toHaveBeenCalledTimes(1);
  });

  test('can be reached by F8 and Tab while a dialog is open, and is dismissed by its button', async () => {
    const { rerender } = render(pageWithDialog(false));
    await screen.findByRole('region', { name: /Notifications/ });
    rerender(pageWithDialog(true));
    const undo = jest.fn();
    entryDeleted(undo);
    await userEvent.keyboard('[F8]{Tab}{Tab}');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Undo' }));
    expect(await axeViolations()).toEqual([]);
    await userEvent.keyboard('{Enter}');
    expect(undo).toHaveBeenCalledTimes(1);
    expect(onScreen()).toHaveLength(0);
  });

  test('stays for ten seconds', async () => {
    await page();
    jest.useFakeTimers();
    entryDeleted(() => {});
    act(() => jest.advanceTimersByTime(9900));
    expect(onScreen()).toHaveLength(1);
    act(() => jest.advanceTimersByTime(200));
    expect(onScreen()).toHaveLength(0);
    jest.useRealTimers();
  });
});

test('has a strip of the window for itself, which dialogs leave free', async () => {
  const height = jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(96);
  const { style } = document.documentElement;
  const room = () => [style.getPropertyValue('--kl-toast-height'), style.getPropertyValue('--kl-toast-room')];
  await page();
  expect(room()).toEqual(['', '']);
  act(() => toast.success('Saved'));
  expect(room()[0]).toBe('96px');
  expect(room()[1]).toContain('96px');
  act(() => toast.dismiss());
  expect(room()).toEqual(['', '']);
  height.mockRestore();
});

test.each([
  ['full', /margin-bottom:\s*var\(--kl-toast-height/],
  ['large', /max-height:\s*calc\(100dvh - .*var\(--kl-toast-room/],
] as const)('leaves the controls of a %s dialog uncovered', async (size, rule) => {
  render(
    <KitProvider>
      <Dialog open size={size} title="Edit Lesson" footer={<Button>Publish</Button>}>
        <input aria-label="Price" />
      </Dialog>
    </KitProvider>,
  );
  await screen.findByRole('dialog');
  const css = [...document.querySelectorAll('style[data-styled]')].map(({ textContent }) => textContent);
  expect(css.join('\n')).toMatch(rule);
});

test('has no axe violations', async () => {
  await page();
  act(() => toast.error('Failed to log in'));
  expect(await axeViolations()).toEqual([]);
});
