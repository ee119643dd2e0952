import { ErrorPanel } from '@khmer-learning/ui-kit';
import { render, screen } from '@testing-library/react';
import { ApiError } from '../api/api-error.ts';
import { listErrorProps } from './list-error-props.ts';

function show(error: Error) {
  const failure = listErrorProps('Lessons', error, () => undefined);
  if (!failure) throw new Error('No failure');
  render(<ErrorPanel {...failure} />);
}

const body = (status: number) =>
  JSON.stringify({ message: 'Not now', code: 'x', requestId: `id-of-${status}` });

it.each([500, 503])('names the request whose answer was %i, so that people can quote it', (status) => {
  show(new ApiError(status, body(status)));
  expect(screen.getByRole('alert').textContent).toContain(`Not nowRequest id-of-${status}`);
});

it('names none that was refused for a reason, or that nobody answered', () => {
  show(new ApiError(404, body(404)));
  show(new TypeError('Failed to fetch'));
  for (const panel of screen.getAllByRole('alert')) expect(panel.textContent).not.toContain('Request');
});
