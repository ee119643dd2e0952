/** The English texts of the shell (docs/translations.md). */
export const en = {
  'sessionEnded.continueAs': 'Continue as {name} ({email})',
  'sessionEnded.continueAsOther': 'Continue as the user who is signed in',
  'sessionEnded.description': 'Sign in again to continue where you left off. Nothing on this page is lost.',
  'sessionEnded.otherUserDescription':
    'This page belongs to {name}. Sign in again to continue. Nothing on it is lost.',
  'sessionEnded.otherUserTitle': 'Someone else has signed in',
  'sessionEnded.title': 'Your session has ended',
  'sessionGate.failed': 'The console could not be started',
  'signIn.email': 'Email',
  'signIn.forgotPassword': 'Forgot password?',
  'signIn.hint': 'For administrators and teachers.',
  'signIn.password': 'Password',
  'signIn.submit': 'Sign in',
  'signIn.submitting': 'Signing in...',
  'signIn.title': 'Admin sign-in',
} as const;
