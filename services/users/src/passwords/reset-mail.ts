import type { Mail } from './mailer.ts';

/** Minutes for which a link works (decisions, Sessions and passwords). */
export const resetLinkMinutes = 30;

/** The mail with the link to set a new password. */
export function resetMail(to: string, firstName: string, link: string): Mail {
  return {
    to,
    subject: 'Set a new password for Khmer Learning',
    text: [
      `Hello ${firstName},`,
      '',
      'open this link to set a new password:',
      link,
      '',
      `It works once, within ${resetLinkMinutes} minutes. If you did not ask for it, ignore this mail: your password stays as it is.`,
    ].join('\n'),
  };
}
