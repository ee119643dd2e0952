import { browserOf } from '@khmer-learning/contracts';
import { message } from '../messages/messages.ts';

export function describeUserAgent(userAgent: string): string {
  const { browser = message('userAgent.unknownBrowser'), device } = browserOf(userAgent);
  return device === undefined ? browser : message('userAgent.browserOnDevice', { browser, device });
}
