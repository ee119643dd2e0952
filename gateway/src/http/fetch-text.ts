import { request } from 'undici';

const timeoutMs = 2_000;
const maxBytes = 256 * 1024;

/**
 * Fetches a small text from another host, such as a manifest, a registry or a page. Redirects are not followed.
 *
 * @throws when it takes more than 2 s, is larger than 256 KiB or has another status than 200
 */
export async function fetchText(url: URL): Promise<string> {
  const { statusCode, body } = await request(url, {
    signal: AbortSignal.timeout(timeoutMs),
    // Read ahead as a whole: undici 7 ends the process when its parser is paused at the end of a connection
    // (https://github.com/nodejs/undici/issues/5360).
    highWaterMark: 2 * maxBytes,
  });
  if (statusCode !== 200) {
    await body.dump();
    throw new Error(`${url.href} responded with ${statusCode}`);
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
