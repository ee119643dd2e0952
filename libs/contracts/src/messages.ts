/** Texts of the console, word for word (spec 8), shared by forms, toasts and tests. */
const crudMessages = (entity: string, created: string = entity) => ({
  created: `${created} created successfully`,
  updated: `${created} updated successfully`,
  deleted: `${created} deleted successfully`,
  createFailed: `Failed to create ${entity.toLowerCase()}`,
  updateFailed: `Failed to update ${entity.toLowerCase()}`,
  deleteFailed: `Failed to delete ${entity.toLowerCase()}`,
});

export const messages = {
  error: 'Error',
  success: 'Success',
  signIn: { success: 'Logged in successfully', failed: 'Failed to log in' },
  signOut: { success: 'Logged out successfully', failed: 'Failed to log out' },
  resetPassword: { success: 'Password updated successfully', failed: 'Failed to reset password' },
  registration: {
    asked: 'Check your email: we have sent you a link to confirm your address.',
    confirmed: 'Your email address is confirmed. You can sign in now.',
    confirmFailed: 'Failed to confirm the email address',
  },
  changePassword: { success: 'Password update successfully', failed: 'Failed to change password' },
  lesson: crudMessages('Lesson'),
  lessonType: crudMessages('Lesson type'),
  mainLesson: crudMessages('Main lesson', 'Main Lesson'),
  quiz: crudMessages('Quiz'),
  user: crudMessages('User'),
  account: { deleted: 'Your account was deleted' },
  draftsRemoved: {
    title: 'Oldest unsaved changes removed',
    description: 'To make room for your current changes, this browser keeps only the most recent ones.',
  },
  refund: { success: 'Refund payment successfully', failed: 'Failed to refund payment!' },
  apiKey: {
    generated: 'API Key Generated',
    saved: 'Your new API key has been created and saved.',
    copied: 'Copied!',
  },
  auth: {
    wrongCredentials: 'Invalid email or password',
    disabled: 'Account is disabled',
    notForConsole: 'This account cannot use the console',
    wrongCurrentPassword: 'Current password is incorrect',
    unauthenticated: 'Sign in to continue',
    otherUser: 'Someone else has signed in on this browser',
    forbidden: 'You do not have access to this',
    badApiKey: 'Invalid or missing API key',
    badRefreshToken: 'The refresh token has expired or has already been used. Sign in again.',
    badIdToken: 'The identity token is not valid',
    unverifiedEmail: 'The identity token has no verified email address',
    notForLearners: 'This account cannot sign in this way',
    otherIdentity: 'This email address belongs to an account that signs in with another identity',
  },
} as const;
