import { browserOf } from '@khmer-learning/contracts';
import { message } from '../messages/messages.ts';

/** The browser and the device of a `User-Agent` in words: `Chrome on Windows`. */
export function describeUserAgent(userAgent: string): string {
  const { browser = message('userAgent.unknownBrowser'), device } = browserOf(userAgent);
  return device === undefined ? browser : message('userAgent.browserOnDevice', { browser, device });
}
