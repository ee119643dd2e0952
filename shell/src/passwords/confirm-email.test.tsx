import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { errorResponse, type FakeGateway, installFakeGateway } from '../testing/fake-gateway.ts';
import { renderApp } from '../testing/render-app.tsx';

const call = 'POST /api/auth/confirm-email';
const token = 'Y29uZmlybQ-c2VjcmV0_dG9rZW4';
let gateway: FakeGateway;

beforeEach(() => {
  gateway = installFakeGateway();
});

const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Confirm email' }));

it('confirms the address with the button, not when the page is opened', async () => {
  const bodies: unknown[] = [];
  gateway.on(call, ({ body }) => {
    bodies.push(body);
    return { body: { message: 'Your email address is confirmed. You can sign in now.' } };
  });
  renderApp({ pathname: `/confirm-email/${token}` });
  await screen.findByRole('button', { name: 'Confirm email' });
  expect(gateway.calls).toEqual([]);
  expect(await axeViolations()).toEqual([]);

  await press();
  expect(await screen.findByText('Your email address is confirmed. You can sign in now.')).toBeTruthy();
  expect(bodies).toEqual([{ token }]);
  expect(screen.queryByRole('button', { name: 'Confirm email' })).toBeNull();
  expect(await axeViolations()).toEqual([]);
});

it('shows the reason of a failure, and can be retried', async () => {
  gateway.on(call, errorResponse(400, 'This link has expired or has already been used. Request a new one.'));
  renderApp({ pathname: `/confirm-email/${token}` });
  await press();
  expect(await screen.findByText(/This link has expired/)).toBeTruthy();
  gateway.on(call, { body: { message: 'Your email address is confirmed. You can sign in now.' } });
  await press();
  expect(await screen.findByText(/is confirmed/)).toBeTruthy();
  expect(screen.queryByText(/This link has expired/)).toBeNull();
});
