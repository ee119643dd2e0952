import type { Mail } from '../passwords/mailer.ts';

/** Hours for which a link works. */
export const confirmLinkLifetimeHours = 24;

/** The mail with the link to confirm an address. Like all mails to unproven addresses it carries no words of others. */
export function confirmEmailMail(to: string, link: string): Mail {
  return {
    to,
    subject: 'Confirm your e-mail address for Khmer Learning',
    text: [
      'Hello,',
      '',
      'open this link to confirm your e-mail address and to begin:',
      link,
      '',
      `It works for ${confirmLinkLifetimeHours} hours. If you did not register with Khmer Learning, ignore this mail: there will be no account.`,
    ].join('\n'),
  };
}

/** For who registers although there is an account: only the address's owner is told so. */
export function alreadyRegisteredMail(to: string, forgotPasswordLink: string): Mail {
  return {
    to,
    subject: 'You already have an account at Khmer Learning',
    text: [
      'Hello,',
      '',
      'somebody asked for a new account with this e-mail address, but you already have one. Sign in as usual, or set a new password:',
      forgotPasswordLink,
      '',
      'If that was not you, ignore this mail: nothing has changed.',
    ].join('\n'),
  };
}
