import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError } from '@khmer-learning/service-kit';
import type { FastifyReply } from 'fastify';
import { newNonce } from '../http/nonce.ts';
import { type PagePolicyOptions, pageHeaders, pagePolicy } from './security-headers.ts';

/** The shell's only page. */
export const pageFile = 'index.html';

/**
 * Answers with the shell's page. It is never the same twice: its policy names a nonce, which its scripts carry and
 * which styled-components finds in `<meta property="csp-nonce">`. So it has no entity tag and is not precompressed.
 */
export async function sendShellPage(
  reply: FastifyReply,
  shellDir: string,
  options: Omit<PagePolicyOptions, 'nonce'>,
): Promise<FastifyReply> {
  const page = await readFile(join(shellDir, pageFile), 'utf8').catch(() => {
    throw new ApiError(404, 'Not found');
  });
  const nonce = newNonce();
  return reply
    .headers({
      ...pageHeaders,
      'cache-control': 'no-cache',
      'content-security-policy': pagePolicy({ ...options, nonce }),
    })
    .type('text/html; charset=utf-8')
    .send(withNonce(page, nonce));
}

function withNonce(page: string, nonce: string): string {
  return page
    .replace(/<(script|style)(?=[\s>])/gi, `<$1 nonce="${nonce}"`)
    .replace(/<head(?:\s[^>]*)?>/i, (head) => `${head}<meta property="csp-nonce" nonce="${nonce}">`);
}
