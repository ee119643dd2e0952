import type { VersionComparison } from '@khmer-learning/console-sdk';
import type { User } from '@khmer-learning/contracts';

/** A user as they are stored beside what was to be saved of them: role and status are no part of that. */
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
