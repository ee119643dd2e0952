import { userEvent } from '@khmer-learning/contracts';
import { nextId, type Service, transact } from '@khmer-learning/service-kit';
import { firstAdminNames, type UsersConfig } from '../config.ts';
import { firstHash } from '../passwords/password-hash.ts';
import { createAdminTurns } from './admin-turns.ts';
import { insertUser } from './new-user.ts';
import { userModel } from './user.model.ts';

/**
 * Makes the configured account the first admin when there is none, so that somebody can sign in.
 * Does nothing otherwise, and two processes starting at once make one.
 *
 * @throws when the configured e-mail address belongs to somebody who is no admin
 */
export async function ensureFirstAdmin(service: Service<UsersConfig>): Promise<void> {
  const { connection, config, logger } = service;
  const users = userModel(connection);
  const adminTurns = createAdminTurns(connection);
  if (await users.exists({ role: 'admin' })) return;
  if (await users.exists({ email: config.ADMIN_EMAIL, role: { $ne: 'admin' } })) {
    throw new Error('ADMIN_EMAIL belongs to an account that is no admin, and there is no admin');
  }

  const passwordHash = await firstHash(config.ADMIN_PASSWORD, config.BCRYPT_COST);
  const id = await nextId(connection, 'user');
  const { result: made } = await transact(service, { actor: null, requestId: null }, async (tx) => {
    await adminTurns.take(tx);
    if (await users.exists({ role: 'admin' }).session(tx.session)) return false;
    await insertUser(tx, users, {
      id,
      email: config.ADMIN_EMAIL,
      passwordHash,
      ...firstAdminNames,
      role: 'admin',
      isActive: true,
    });
    tx.audit(userEvent, { action: 'created', id, title: config.ADMIN_EMAIL, detail: 'admin' });
    return true;
  });
  if (made) logger.info({ userId: id }, 'First admin created');
}
