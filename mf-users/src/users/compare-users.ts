import type { VersionComparison } from '@khmer-learning/console-sdk';
import type { User } from '@khmer-learning/contracts';

/** Compares the stored user with the rejected edit (version conflict). Role and status are not edited in the form. */
export function compareUsers(
  theirs: User,
  yours: Pick<User, 'firstName' | 'lastName' | 'email'>,
): VersionComparison {
  return {
    version: theirs.version,
    fields: [
      { label: 'First Name', theirs: theirs.firstName, yours: yours.firstName },
      { label: 'Last Name', theirs: theirs.lastName, yours: yours.lastName },
      { label: 'Email', theirs: theirs.email, yours: yours.email },
    ],
  };
}
