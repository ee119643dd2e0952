import {
  ConfigError,
  generateInternalPrivateKey,
  internalPublicKeyOf,
  loadConfig,
} from '@khmer-learning/service-kit';
import { commerceConfigSchema } from './config.ts';

const needed = { MONGODB_URI: 'mongodb://127.0.0.1/commerce' };
const production = {
  ...needed,
  NODE_ENV: 'production',
  INTERNAL_PUBLIC_KEYS: internalPublicKeyOf(generateInternalPrivateKey()),
  PUBLIC_URL: 'https://learn.example.com/',
  PAYPAL_BASE_URL: 'https://api-m.paypal.com',
  PAYPAL_CLIENT_ID: 'AYSq3RDGsmBLJE-otTkBtM-jBRd1TCQwFf9RGfwddNXWz0uFU9ztymylOhRS',
  PAYPAL_CLIENT_SECRET: 'EGnHDxD_qRPdaLdZz8iCr8N7_MzF-YHPTkjs6NKYQvQSBngp4PTTVWkPZRbL',
  PAYPAL_WEBHOOK_ID: '1JE50Z90C7278451X',
};

it('defaults to the local PayPal sandbox', () => {
  expect(loadConfig(commerceConfigSchema, { ...needed, LOCAL_DEFAULTS: 'true' })).toMatchObject({
    PUBLIC_URL: 'http://localhost:8080',
    PAYPAL_BASE_URL: 'http://127.0.0.1:4180',
  });
});

it('starts in production with settings of its own', () => {
  expect(loadConfig(commerceConfigSchema, production)).toMatchObject({
    PUBLIC_URL: 'https://learn.example.com',
    PAYPAL_BASE_URL: 'https://api-m.paypal.com',
  });
});

it.each([
  ['PAYPAL_BASE_URL', undefined],
  ['PAYPAL_BASE_URL', 'http://api-m.paypal.com'],
  ['PAYPAL_BASE_URL', 'https://api-m.paypal.com.example.com'],
  ['PAYPAL_BASE_URL', 'https://paypal-sandbox.internal'],
  ['PAYPAL_CLIENT_ID', undefined],
  ['PAYPAL_CLIENT_SECRET', undefined],
  ['PAYPAL_CLIENT_SECRET', 'local-paypal-secret-of-khmer-learning'],
  ['PAYPAL_WEBHOOK_ID', undefined],
  ['INTERNAL_PUBLIC_KEYS', undefined],
  ['PUBLIC_URL', 'javascript:alert(1)'],
])('refuses to start in production with %s %s', (name, value) => {
  const start = () => loadConfig(commerceConfigSchema, { ...production, [name]: value });
  expect(start).toThrow(ConfigError);
  expect(start).toThrow(name);
});
