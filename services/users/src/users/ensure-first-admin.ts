import { userEvent } from '@khmer-learning/contracts';
import { nextId, type Service, transact } from '@khmer-learning/service-kit';
import { firstAdminNames, type UsersConfig } from '../config.ts';
import { hashWithoutQueue } from '../passwords/password-hasher.ts';
import { createAdminLock } from './admin-lock.ts';
import { insertUser } from './insert-user.ts';
import { userModel } from './user.model.ts';

/**
 * Creates the configured admin if there is none, also if two processes start at the same time.
 * @throws when the configured email address belongs to a user who is not an admin
 */
export async function ensureFirstAdmin(service: Service<UsersConfig>): Promise<void> {
  const { connection, config, logger } = service;
  const users = userModel(connection);
  const adminLock = createAdminLock(connection);
  if (await users.exists({ role: 'admin' })) return;
  if (await users.exists({ email: config.ADMIN_EMAIL, role: { $ne: 'admin' } })) {
    throw new Error('There is no admin, and ADMIN_EMAIL belongs to an account that is not an admin');
  }

  const passwordHash = await hashWithoutQueue(config.ADMIN_PASSWORD, config.BCRYPT_COST);
  const id = await nextId(connection, 'user');
  const { result: isCreated } = await transact(service, { actor: null, requestId: null }, async (tx) => {
    await adminLock.acquire(tx);
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
  if (isCreated) logger.info({ userId: id }, 'First admin created');
}
