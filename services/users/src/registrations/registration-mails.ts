import type { Mail } from '../passwords/mailer.ts';

/** Hours for which a link is valid. */
export const confirmLinkLifetimeHours = 24;

/** The mail with the confirmation link. Like all mails to unconfirmed addresses, it contains no text of others. */
export function confirmEmailMail(to: string, link: string): Mail {
  return {
    to,
    subject: 'Confirm your e-mail address for Khmer Learning',
    text: [
      'Hello,',
      '',
      'Open this link to confirm your e-mail address and start learning:',
      link,
      '',
      `The link expires in ${confirmLinkLifetimeHours} hours. If you did not sign up for Khmer Learning, you can ignore this e-mail. No account will be created.`,
    ].join('\n'),
  };
}

/** The mail to send when an address that already has an account is registered again. Only its owner learns that. */
export function alreadyRegisteredMail(to: string, forgotPasswordLink: string): Mail {
  return {
    to,
    subject: 'You already have a Khmer Learning account',
    text: [
      'Hello,',
      '',
      'Someone tried to create an account with this e-mail address, but you already have one. Sign in as usual, or reset your password:',
      forgotPasswordLink,
      '',
      'If this was not you, you can ignore this e-mail. Your account has not changed.',
    ].join('\n'),
  };
}
