import '../testing.ts';
import { render, screen } from '@testing-library/react';
import { ProgressBar } from '../index.ts';
import { axeViolations } from '../testing.ts';

test.each([
  [40.4, '40'],
  [-3, '0'],
  [140, '100'],
])('%f percent is announced as %s', (value, told) => {
  render(<ProgressBar label="Upload" value={value} />);
  expect(screen.getByRole('progressbar', { name: 'Upload' }).getAttribute('aria-valuenow')).toBe(told);
});

test('an indeterminate progress has no value', async () => {
  render(<ProgressBar label="Check" value={null} />);
  expect(screen.getByRole('progressbar', { name: 'Check' }).hasAttribute('aria-valuenow')).toBe(false);
  expect(await axeViolations()).toEqual([]);
});
