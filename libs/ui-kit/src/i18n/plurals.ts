import { compileMessage } from '@lingui/message-utils/compileMessage';
import { setMessageParser } from './messages.ts';

/**
 * Enables plurals, selects and quoted signs in texts. Their parser is larger than all the rest, so it is not in the script of
 * the screens before sign-in, whose texts have none of these. `ConsoleProvider` calls it for the console.
 */
export function enablePlurals(): void {
  setMessageParser(compileMessage);
}
