import type { Mail } from './mailer.ts';

/** Minutes for which a link works (decisions, Sessions and passwords). */
export const resetLinkLifetimeMinutes = 30;

/**
 * The mail with the link to set a new password. It names nobody: anybody may register any address with any name, and
 * would have us mail their words.
 */
export function resetPasswordMail(to: string, link: string): Mail {
  return {
    to,
    subject: 'Set a new password for Khmer Learning',
    text: [
      'Hello,',
      '',
      'open this link to set a new password:',
      link,
      '',
      `It works once, within ${resetLinkLifetimeMinutes} minutes. If you did not ask for it, ignore this mail: your password stays as it is.`,
    ].join('\n'),
  };
}
