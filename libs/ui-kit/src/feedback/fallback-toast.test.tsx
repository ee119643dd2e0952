import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { KitProvider, toast } from '../index.ts';

jest.mock('./toast-viewport.tsx', () => {
  throw new Error('Loading chunk toast failed');
});

test('shows the message for five seconds when the toast chunk cannot be loaded', async () => {
  render(<KitProvider>Sign in</KitProvider>);
  const corner = await screen.findByRole('alert');
  jest.useFakeTimers();
  act(() => toast.error('Failed to log in'));
  expect(corner.textContent).toBe('ErrorFailed to log in');
  act(() => jest.advanceTimersByTime(4900));
  expect(corner.textContent).toBe('ErrorFailed to log in');
  act(() => jest.advanceTimersByTime(200));
  expect(corner.textContent).toBe('');
  jest.useRealTimers();
});

test('shows the button of a message, which dismisses it', async () => {
  render(<KitProvider>Edit Lesson</KitProvider>);
  const corner = await screen.findByRole('alert');
  const onSelect = jest.fn();
  act(() => {
    toast.show({ tone: 'info', title: 'Entry 3 deleted', action: { label: 'Undo', onSelect } });
  });
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(onSelect).toHaveBeenCalledTimes(1);
  expect(corner.textContent).toBe('');
});
