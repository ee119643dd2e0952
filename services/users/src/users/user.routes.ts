import {
  messages,
  usersDelete,
  usersGet,
  usersList,
  usersSetStatus,
  usersUpdate,
} from '@khmer-learning/contracts';
import { mountEndpoint } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { UserService } from './user.service.ts';

/** Mounts the endpoints with which admins list, read, change and delete users. */
export function userRoutes(app: FastifyInstance, users: UserService): void {
  mountEndpoint(app, usersList, ({ query }) => users.list(query));
  mountEndpoint(app, usersGet, ({ params }) => users.get(params.id));
  mountEndpoint(app, usersUpdate, (context) => users.update(context, context.params.id, context.body));
  mountEndpoint(app, usersSetStatus, (context) =>
    users.setStatus(context, context.params.id, context.body.isActive),
  );
  mountEndpoint(app, usersDelete, async (context) => {
    await users.remove(context, context.params.id);
    return { message: messages.user.deleted };
  });
}
