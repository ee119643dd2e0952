import { type ContentEncoding, compress } from './compression.ts';

type CompressedBodies = Partial<Record<ContentEncoding, Buffer | Promise<Buffer>>>;
const compressedBodies = new WeakMap<Buffer, CompressedBodies>();

/** A compressed body, which is compressed once however often it is sent. Not a promise once it is there. */
export function compressOnce(body: Buffer, encoding: ContentEncoding): Buffer | Promise<Buffer> {
  const bodies = compressedBodies.get(body) ?? {};
  compressedBodies.set(body, bodies);
  bodies[encoding] ??= compressAndKeep(body, encoding, bodies);
  return bodies[encoding];
}

async function compressAndKeep(
  body: Buffer,
  encoding: ContentEncoding,
  bodies: CompressedBodies,
): Promise<Buffer> {
  const bytes = await compress(body, encoding);
  bodies[encoding] = bytes;
  return bytes;
}
