import { promisify } from 'node:util';
import { deflateRaw, deflateRawSync, inflateRaw, inflateRawSync } from 'node:zlib';
import { applyDelta, createDelta } from 'fossil-delta';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** A state of at most this many bytes of JSON is stored whole: a difference would save little. */
export const maxWholeBytes = 4 * 1024;
/**
 * A difference is stored if it is at most this share of its snapshot. Differences to the same snapshot grow with each
 * save; about here, a new snapshot costs less than their growth.
 */
const maxDeltaShare = 1 / 8;

/** A state stored whole, to which later ones can be stored as differences. */
export interface Snapshot {
  readonly id: string;
  readonly json: Buffer;
  /** Its compressed size. */
  readonly storedBytes: number;
}

/** The JSON of a state, as it is stored. */
export function stateJson(state: object): Buffer {
  return Buffer.from(JSON.stringify(state));
}

/** Compresses a whole state; a large one on another thread. */
export async function compressWhole(json: Buffer): Promise<Buffer> {
  return json.length > maxWholeBytes ? deflate(json) : deflateRawSync(json);
}

/** Reads what `compressWhole` has stored. */
export function readWhole(stored: Buffer): Promise<Buffer> {
  return inflate(stored);
}

/** The compressed difference of a state to a snapshot; undefined if the state had better be stored whole. */
export function compressDelta(snapshot: Snapshot, json: Buffer): Buffer | undefined {
  const delta = deflateRawSync(createDelta<Uint8Array>(snapshot.json, json));
  return delta.length <= snapshot.storedBytes * maxDeltaShare ? delta : undefined;
}

/** The state that `compressDelta` has stored. */
export function readDelta(snapshotJson: Buffer, stored: Buffer): Buffer {
  return Buffer.from(applyDelta<Uint8Array>(snapshotJson, inflateRawSync(stored)));
}
