/**
 * The mails in English: subject and text by kind, with values in braces. Mails have no text that others have typed, except the
 * addresses of staff: anybody can register any address under any name, and could make us send it.
 */
export const en = {
  resetPassword: {
    subject: 'Reset your Khmer Learning password',
    text: `Hello,

Open this link to set a new password:
{link}

The link can be used once and expires in {minutes} minutes. If you did not request it, you can ignore this email. Your password will not change.`,
  },
  /** To a future administrator. */
  adminInvitation: {
    subject: 'You are invited to Khmer Learning',
    text: `Hello,

{by} has invited you to Khmer Learning as an administrator.
Open this link to choose a password:
{link}

The link can be used once and expires on {expiresAt}. After that, ask for a new invitation.
If you did not expect this, you can ignore this email. Nobody can sign in with your address.`,
  },
  /** To a future teacher. */
  teacherInvitation: {
    subject: 'You are invited to Khmer Learning',
    text: `Hello,

{by} has invited you to Khmer Learning as a teacher.
Open this link to choose a password:
{link}

The link can be used once and expires on {expiresAt}. After that, ask for a new invitation.
If you did not expect this, you can ignore this email. Nobody can sign in with your address.`,
  },
  /** To a future learner. */
  learnerInvitation: {
    subject: 'You are invited to Khmer Learning',
    text: `Hello,

{by} has invited you to Khmer Learning as a learner.
Open this link to choose a password. You sign in to the app with it and this email address:
{link}

The link can be used once and expires on {expiresAt}. After that, ask your school for a new invitation.
If you did not expect this, you can ignore this email. Nobody can sign in with your address.`,
  },
  /** To a learner who has registered. */
  confirmEmail: {
    subject: 'Confirm your email address for Khmer Learning',
    text: `Hello,

Open this link to confirm your email address and start learning:
{link}

The link expires in {hours} hours. If you did not sign up for Khmer Learning, you can ignore this email. No account will be created.`,
  },
  /** When an address that has an account is registered again. Only its owner learns that. */
  alreadyRegistered: {
    subject: 'You already have a Khmer Learning account',
    text: `Hello,

Someone tried to create an account with this email address, but you already have one. Sign in as usual, or reset your password:
{link}

If this was not you, you can ignore this email. Your account has not changed.`,
  },
  /** To the former address. `about` is the address of the administrator who changed it. */
  emailChanged: {
    subject: 'Your Khmer Learning email address was changed',
    text: `Hello,

The email address of your account was changed on {at} by {about}.
You can no longer sign in with this address, and the account has been signed out everywhere.

If you did not expect this, contact another administrator of your school immediately. They can deactivate the account
that made the change and review its other actions under Activity.`,
  },
  /** To an administrator in whose session another one was created or invited, or a teacher became one. */
  adminCreated: {
    subject: 'There is a new Khmer Learning administrator',
    text: `Hello,

{about} was made an administrator on {at} from your session.

If you did not expect this, contact another administrator of your school immediately. They can deactivate the account
that made the change and review its other actions under Activity.
Change your password as well. This signs you out everywhere.`,
  },
  /** To who has set up codes, or a passkey. */
  secondFactorAdded: {
    subject: 'Your Khmer Learning account is better protected',
    text: `Hello,

A second factor was added to your account on {at}. From now on, signing in takes more than your password.

If this was not you, contact an administrator of your school immediately.`,
  },
  /** To who has removed it. */
  secondFactorRemoved: {
    subject: 'A second factor of your Khmer Learning account was removed',
    text: `Hello,

A second factor was removed from your account on {at}.

If this was not you, contact an administrator of your school immediately, and change your password.`,
  },
  /** To whose passkey has signed no more often than before: somebody else may have a copy. */
  passkeyCopied: {
    subject: 'A passkey of your Khmer Learning account may have been copied',
    text: `Hello,

On {at} somebody tried to use a passkey of your account that seems to be a copy. It was refused.

Remove the passkey that you used last under My account, and add a new one. If you did not use it, contact an administrator of your school immediately.`,
  },
  /** To whose second factor an administrator (`about`) has removed. */
  secondFactorReset: {
    subject: 'The second factor of your Khmer Learning account was reset',
    text: `Hello,

The second factor of your account was reset on {at} by {about}. You are signed out everywhere, and your password alone signs you in.
Set up a second factor again under My account.

If you did not ask for this, contact another administrator of your school immediately, and change your password.`,
  },
  /** To the administrator who has done it; `about` is the address of the account. */
  secondFactorResetByYou: {
    subject: 'You have reset a second factor in Khmer Learning',
    text: `Hello,

The second factor of {about} was reset on {at} from your session.

If this was not you, contact another administrator of your school immediately, and change your password. This signs you out everywhere.`,
  },
  /** To staff when a browser that is not known yet has signed in; `about` is its name. */
  newBrowser: {
    subject: 'A new browser has signed in to your Khmer Learning account',
    text: `Hello,

A browser that had not been used with your account before signed in on {at}: {about}.
All sessions are listed under My account, where you can end each of them:
{link}

If this was not you, end the session and change your password.`,
  },
  /** To a learner whose account was used with Apple or Google (`about`) for the first time. */
  identityLinked: {
    subject: 'You can now sign in to Khmer Learning with {about}',
    text: `Hello,

Your account was used with {about} for the first time on {at}.
If your password no longer works, or if this was not you, set a new password. This signs you out everywhere:
{link}`,
  },
  /** To a learner who has deleted the account. */
  accountDeleted: {
    subject: 'Your Khmer Learning account was deleted',
    text: `Hello,

Your account was deleted on {at}, as requested in your app. You are signed out everywhere.
Your name and email address are erased within {hours} hours. Records of payments are kept without them.

If you did not do this, someone else was signed in to your account. Contact your school.`,
  },
  /** To staff whom a comment mentions, or whose comment it follows. `about` is the address of its author. */
  comment: {
    subject: 'There is a new comment for you in Khmer Learning',
    text: `Hello,

{about} has written a comment that mentions you or answers you. Open this link to read it:
{link}

There is no other mail about these comments until you have read them.`,
  },
  /** To staff who may publish what is to be reviewed. `about` is the address of who asked; so in the next two. */
  reviewRequested: {
    subject: 'A review is asked for in Khmer Learning',
    text: `Hello,

{about} asks for a review before learners see the changes. Open this link to compare, publish or ask for changes:
{link}`,
  },
  /** To who asked for the review. */
  changesRequested: {
    subject: 'Your changes were reviewed in Khmer Learning',
    text: `Hello,

{about} has reviewed your changes and asks for others before they are published. Open this link to read the answer:
{link}`,
  },
  /** To who asked for the review. */
  reviewGranted: {
    subject: 'Your changes were published in Khmer Learning',
    text: `Hello,

{about} has published what you asked a review for. Open this link to see it:
{link}`,
  },
  /** To all administrators. `about` is the host of the webhook. */
  webhookOff: {
    subject: 'A webhook of Khmer Learning was switched off',
    text: `Hello,

The webhook to {about} was switched off on {at}, because its receiver does not take what is sent to it.
What happens from now on is not sent. Open this link to see why, and to switch it on again:
{link}`,
  },
} as const;
