import { act, render, screen } from '@testing-library/react';
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
