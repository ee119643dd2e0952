import {
  type ContentSecurityPolicyOptions,
  contentSecurityPolicy,
  renderShellPage,
  type ShellPageSettings,
} from '@khmer-learning/contracts/shell-page';
import type { FastifyReply } from 'fastify';
import { generateNonce } from '../http/generate-nonce.ts';
import type { ShellPage } from './shell-page.ts';

export interface SendShellPageOptions
  extends Omit<ContentSecurityPolicyOptions, 'nonce'>,
    Pick<ShellPageSettings, 'development' | 'timeZone'> {}

/**
 * Sends the shell's page. Every response differs, because its CSP has a new nonce, which is also in its scripts and,
 * for styled-components, in `<meta property="csp-nonce">`. So it has no ETag and is not precompressed.
 */
export function sendShellPage(
  reply: FastifyReply,
  { html, build }: ShellPage,
  { development, timeZone, ...policy }: SendShellPageOptions,
): FastifyReply {
  const nonce = generateNonce();
  return reply
    .headers({
      ...pageSecurityHeaders,
      'cache-control': 'no-cache',
      'content-security-policy': contentSecurityPolicy({ ...policy, nonce }),
    })
    .type('text/html; charset=utf-8')
    .send(renderShellPage(html, { nonce, build, development, timeZone }));
}

/** Browser features that no page of the console needs. */
const deniedFeatures = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'usb',
  'xr-spatial-tracking',
];

/** Security headers of every page of the console, besides its content security policy. */
const pageSecurityHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': deniedFeatures.map((feature) => `${feature}=()`).join(', '),
} as const;
