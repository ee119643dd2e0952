import type { Mail } from './mailer.ts';

/** Minutes for which a link is valid (decisions, Sessions and passwords). */
export const resetLinkLifetimeMinutes = 30;

/**
 * The mail with the link to set a new password. It contains no name: anybody can register any address under any name,
 * and could make us send their text.
 */
export function resetPasswordMail(to: string, link: string): Mail {
  return {
    to,
    subject: 'Reset your Khmer Learning password',
    text: [
      'Hello,',
      '',
      'Open this link to set a new password:',
      link,
      '',
      `The link can be used once and expires in ${resetLinkLifetimeMinutes} minutes. If you did not request it, you can ignore this email. Your password will not change.`,
    ].join('\n'),
  };
}
