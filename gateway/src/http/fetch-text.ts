import { request } from 'undici';

const timeoutMs = 2_000;
const maxBytes = 256 * 1024;

/**
 * Reads a small text from another host: a manifest, a registry, a page. Redirects are not followed.
 *
 * @throws when it takes more than 2 s, is larger than 256 KiB or is answered with anything but 200
 */
export async function fetchText(url: URL): Promise<string> {
  const { statusCode, body } = await request(url, { signal: AbortSignal.timeout(timeoutMs) });
  if (statusCode !== 200) {
    await body.dump();
    throw new Error(`${url.href} answered ${statusCode}`);
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`${url.href} is too large`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
