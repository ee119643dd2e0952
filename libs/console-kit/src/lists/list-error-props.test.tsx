import { ApiError } from '@khmer-learning/console-sdk';
import { ErrorPanel } from '@khmer-learning/ui-kit';
import { render, screen } from '@testing-library/react';
import { listErrorProps } from './list-error-props.ts';

function show(error: Error) {
  const failure = listErrorProps('Lessons', error, () => undefined);
  if (!failure) throw new Error('No failure');
  render(<ErrorPanel {...failure} />);
}

const body = (status: number) =>
  JSON.stringify({ message: 'Not now', code: 'x', requestId: `id-of-${status}` });

it.each([500, 503])('has the request id of a %i response, so that users can report it', (status) => {
  show(new ApiError(status, body(status)));
  expect(screen.getByRole('alert').textContent).toContain(`Not nowRequest ID: id-of-${status}`);
});

it('has no request id for other responses, or without a response', () => {
  show(new ApiError(404, body(404)));
  show(new TypeError('Failed to fetch'));
  for (const panel of screen.getAllByRole('alert')) expect(panel.textContent).not.toContain('Request');
});
