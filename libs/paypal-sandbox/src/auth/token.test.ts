import { type PaypalSandbox, startPaypalSandbox } from '../start-paypal-sandbox.ts';
import { createWireClient, requestAccessToken } from '../wire-client.fixture.ts';

let sandbox: PaypalSandbox;

beforeAll(async () => {
  sandbox = await startPaypalSandbox({ clientId: 'shop', clientSecret: 'known to the shop' });
});
afterAll(() => sandbox.stop());

async function requestToken(credentials: string, grant = 'client_credentials') {
  const response = await fetch(`${sandbox.url}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(credentials)}` },
    body: new URLSearchParams({ grant_type: grant }),
  });
  return { status: response.status, body: await response.json() };
}

const requestOrder = (authorization?: string) =>
  fetch(`${sandbox.url}/v2/checkout/orders/5O190127TN364715T`, {
    headers: authorization === undefined ? {} : { authorization },
  });

it('gives a token for nine hours to the app that knows its secret', async () => {
  expect(await requestToken('shop:known to the shop')).toMatchObject({
    status: 200,
    body: { token_type: 'Bearer', expires_in: 32_400, access_token: expect.any(String) },
  });
});

it('issues no token for a wrong secret or another grant type', async () => {
  expect(await requestToken('shop:guessed')).toEqual({
    status: 401,
    body: { error: 'invalid_client', error_description: 'Client Authentication failed' },
  });
  expect(await requestToken('shop:known to the shop', 'password')).toMatchObject({
    status: 400,
    body: { error: 'unsupported_grant_type' },
  });
});

it('accepts only calls with a valid token', async () => {
  const token = await requestAccessToken(sandbox);
  expect((await requestOrder(`Bearer ${token}`)).status).toBe(404);

  const without = await requestOrder();
  expect([without.status, await without.json()]).toMatchObject([401, { name: 'AUTHENTICATION_FAILURE' }]);
  const wrong = await requestOrder('Bearer A21AAguessed');
  expect([wrong.status, await wrong.json()]).toMatchObject([401, { error: 'invalid_token' }]);

  await sandbox.control.expireTokens();
  expect((await requestOrder(`Bearer ${token}`)).status).toBe(401);
  const client = await createWireClient(sandbox);
  expect((await client.createOrder()).status).toBe('CREATED');
});
