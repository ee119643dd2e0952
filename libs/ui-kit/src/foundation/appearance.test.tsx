import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AppearanceProvider, useAppearance } from '../index.ts';

function Choice() {
  const { appearance, setAppearance } = useAppearance();
  return (
    <>
      <output>{appearance}</output>
      <button type="button" onClick={() => setAppearance('dark')}>
        Dark
      </button>
      <button type="button" onClick={() => setAppearance('system')}>
        System
      </button>
    </>
  );
}

function show() {
  return render(
    <AppearanceProvider>
      <Choice />
    </AppearanceProvider>,
  );
}

const theme = () => document.documentElement.dataset.theme;

beforeEach(() => localStorage.clear());

test('follows the system until something is chosen', () => {
  show();
  expect(screen.getByRole('status').textContent).toBe('system');
  expect(theme()).toBeUndefined();
});

test('keeps the choice over a reload, and forgets it on System', async () => {
  const first = show();
  await userEvent.click(screen.getByRole('button', { name: 'Dark' }));
  expect(theme()).toBe('dark');
  first.unmount();

  show();
  expect(screen.getByRole('status').textContent).toBe('dark');
  expect(theme()).toBe('dark');

  await userEvent.click(screen.getByRole('button', { name: 'System' }));
  expect(theme()).toBeUndefined();
  expect(localStorage.length).toBe(0);
});

test('works where storage is forbidden', async () => {
  const forbidden = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const read = jest.spyOn(Storage.prototype, 'getItem').mockImplementation(forbidden);
  const write = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(forbidden);
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Dark' }));
  expect(theme()).toBe('dark');
  read.mockRestore();
  write.mockRestore();
});
