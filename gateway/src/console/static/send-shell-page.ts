import {
  type ContentSecurityPolicyOptions,
  contentSecurityPolicy,
  renderShellPage,
  type ShellPageSettings,
} from '@khmer-learning/contracts/shell-page';
import type { FastifyReply } from 'fastify';
import { acceptedEncoding, compress, minCompressedBytes } from '../../http/compression.ts';
import { generateNonce } from '../../http/pages/html-template.ts';
import type { ShellPage } from './shell-page.ts';

/**
 * Sends the shell's page, compressed. Every response differs, because its CSP has a new nonce, which is also in its scripts and,
 * for styled-components, in `<meta property="csp-nonce">`, and because its state is that of the caller. So it has no ETag, and
 * nothing keeps it: after signing in or out, Back must not show the page of before.
 */
export async function sendShellPage(
  reply: FastifyReply,
  { html, build }: ShellPage,
  options: Omit<ContentSecurityPolicyOptions, 'nonce'> &
    Pick<ShellPageSettings, 'development' | 'timeZone' | 'language' | 'state'>,
): Promise<FastifyReply> {
  const { development, timeZone, language, state, ...policy } = options;
  const nonce = generateNonce();
  const page = Buffer.from(renderShellPage(html, { nonce, build, development, timeZone, language, state }));
  const isLarge = page.length >= minCompressedBytes;
  const encoding = isLarge ? acceptedEncoding(reply.request.headers['accept-encoding']) : undefined;
  reply
    .headers({
      ...pageSecurityHeaders,
      'cache-control': 'private, no-store',
      vary: 'cookie, accept-encoding',
      'content-security-policy': contentSecurityPolicy({ ...policy, nonce }),
      ...(encoding ? { 'content-encoding': encoding } : {}),
    })
    .type('text/html; charset=utf-8');
  return reply.send(encoding ? await compress(page, encoding) : page);
}

/** Browser features that no page of the console needs. */
const deniedFeatures = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'midi',
  'payment',
  'usb',
  'xr-spatial-tracking',
];

/** Security headers of every page of the console, besides its content security policy. */
const pageSecurityHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': [
    ...deniedFeatures.map((feature) => `${feature}=()`),
    // Authors record words, and staff have passkeys.
    'microphone=(self)',
    'publickey-credentials-create=(self)',
    'publickey-credentials-get=(self)',
  ].join(', '),
} as const;
