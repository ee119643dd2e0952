import type { MailJob } from '../mails/mail-queue.ts';
import type { Mail } from '../passwords/mailer.ts';

type AccountMailData = Pick<MailJob, 'email' | 'about' | 'at'>;

const instructions = [
  'If you did not expect this, tell another administrator of your school at once. They can deactivate the account',
  'that did it, and see under Activity what else it did.',
];

/**
 * Tells the former address of an account that it is not the account's any more. It names nobody but an administrator by
 * their address: anybody may register with any name.
 *
 * @param told.about the address of who changed it
 */
export function emailChangedMail({ email: to, about, at }: AccountMailData): Mail {
  return {
    to,
    subject: 'Your email address for Khmer Learning was changed',
    text: [
      'Hello,',
      '',
      `the email address of your account was changed on ${at?.toUTCString()} by ${about}.`,
      'This address does not open the account any more, and every session of it has ended.',
      '',
      ...instructions,
    ].join('\n'),
  };
}

/** Tells an administrator that another one was made in their name. */
export function adminCreatedMail({ email: to, about, at }: AccountMailData): Mail {
  return {
    to,
    subject: 'A new administrator of Khmer Learning',
    text: [
      'Hello,',
      '',
      `an administrator with the address ${about} was created on ${at?.toUTCString()} from your session.`,
      '',
      ...instructions,
      'Change your password, too: that ends every session of yours.',
    ].join('\n'),
  };
}
