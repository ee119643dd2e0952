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

/** The mail to an administrator in whose session another one was created or invited, or a teacher became one. */
export function adminCreatedMail({ email: to, about, at }: AccountMailData): Mail {
  return {
    to,
    subject: 'There is a new Khmer Learning administrator',
    text: [
      'Hello,',
      '',
      `${about} was made an administrator on ${at?.toUTCString()} from your session.`,
      '',
      ...instructions,
      'Change your password as well. This signs you out everywhere.',
    ].join('\n'),
  };
}

/** The mail to a learner whose account was used with Apple or Google for the first time. @param told.about which one */
export function identityLinkedMail(
  { email: to, about, at }: AccountMailData,
  forgotPasswordLink: string,
): Mail {
  return {
    to,
    subject: `You can now sign in to Khmer Learning with ${about}`,
    text: [
      'Hello,',
      '',
      `Your account was used with ${about} for the first time on ${at?.toUTCString()}.`,
      'If your password no longer works, or if this was not you, set a new password. This signs you out everywhere:',
      forgotPasswordLink,
    ].join('\n'),
  };
}

/** The mail to a learner who has deleted the account. */
export function accountDeletedMail({ email: to, at }: AccountMailData): Mail {
  return {
    to,
    subject: 'Your Khmer Learning account was deleted',
    text: [
      'Hello,',
      '',
      `Your account was deleted on ${at?.toUTCString()}, as requested in your app. You are signed out everywhere.`,
      'Your name and email address are erased within 24 hours. Records of payments are kept without them.',
      '',
      'If you did not do this, someone else was signed in to your account. Contact your school.',
    ].join('\n'),
  };
}
