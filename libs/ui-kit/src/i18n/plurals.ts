import { compileMessage } from '@lingui/message-utils/compileMessage';
import { setMessageParser } from './messages.ts';

/** Enables plurals, selects and quoted signs in texts. The parser is large: screens before sign-in do without it. */
export function enablePlurals(): void {
  setMessageParser(compileMessage);
}
