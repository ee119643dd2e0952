import { parentPort, workerData } from 'node:worker_threads';
import { decodeMp3 } from './decode-mp3.ts';

// A thread that decodes an MP3 file: the decoder is an ES module, which Jest cannot load.
parentPort?.postMessage(await decodeMp3(Buffer.from(workerData as Uint8Array)));
