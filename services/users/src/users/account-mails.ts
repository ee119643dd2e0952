import type { MailJob } from '../mails/mail-queue.ts';
import type { Mail } from '../passwords/mailer.ts';

type AccountMailData = Pick<MailJob, 'email' | 'about' | 'at'>;

const instructions = [
  'If you did not expect this, contact another administrator of your school immediately. They can deactivate the account',
  'that made the change and review its other actions under Activity.',
];

/**
 * The mail to the former address of an account after the address was changed. It identifies the administrator by
 * address and contains no names, because anybody can register with any name.
 *
 * @param told.about the address of the administrator who changed it
 */
export function emailChangedMail({ email: to, about, at }: AccountMailData): Mail {
  return {
    to,
    subject: 'Your Khmer Learning email address was changed',
    text: [
      'Hello,',
      '',
      `The email address of your account was changed on ${at?.toUTCString()} by ${about}.`,
      'You can no longer sign in with this address, and the account has been signed out everywhere.',
      '',
      ...instructions,
    ].join('\n'),
  };
}

/** The mail to an administrator in whose session another administrator was created. */
export function adminCreatedMail({ email: to, about, at }: AccountMailData): Mail {
  return {
    to,
    subject: 'A new Khmer Learning administrator was created',
    text: [
      'Hello,',
      '',
      `An administrator account for ${about} was created on ${at?.toUTCString()} from your session.`,
      '',
      ...instructions,
      'Change your password as well. This signs you out everywhere.',
    ].join('\n'),
  };
}
