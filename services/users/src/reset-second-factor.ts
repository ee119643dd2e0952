import { loadConfigOrExit, openService, transact } from '@khmer-learning/service-kit';
import { usersConfigSchema } from './config.ts';
import { createMailStore } from './mails/mail-queue.ts';
import { migrations } from './migrations/migrations.ts';
import { resetSecondFactor } from './second-factor/reset-second-factor.ts';
import { createAccountRepository } from './users/account-repository.ts';
import { userModel } from './users/user.model.ts';

// `npm run reset-second-factor -w services/users -- <email>`: the way back in for an admin whom nobody else can help.
const email = process.argv[2]?.trim().toLowerCase() ?? '';
const service = openService({ name: 'users', config: loadConfigOrExit(usersConfigSchema), migrations });
const { connection } = service;
try {
  await service.prepare();
  const accounts = createAccountRepository(userModel(connection));
  const account = await accounts.findByEmail(email);
  if (!account) throw new Error('No account has this email address');
  const context = { actor: null, requestId: null };
  await transact(service, context, (tx) =>
    resetSecondFactor({ accounts, addMail: createMailStore(connection) }, tx, context, account, ''),
  );
  process.stdout.write(`The second factor of ${email} was reset. The password alone signs in.\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await service.close();
}
