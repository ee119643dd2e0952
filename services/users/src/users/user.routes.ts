import {
  messages,
  usersDelete,
  usersGet,
  usersList,
  usersSetStatus,
  usersUpdate,
} from '@khmer-learning/contracts';
import { mount } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { UserService } from './user.service.ts';

export function mountUsers(app: FastifyInstance, users: UserService): void {
  mount(app, usersList, ({ query }) => users.list(query));
  mount(app, usersGet, ({ params }) => users.get(params.id));
  mount(app, usersUpdate, (context) => users.update(context, context.params.id, context.body));
  mount(app, usersSetStatus, (context) => users.setStatus(context, context.params.id, context.body.isActive));
  mount(app, usersDelete, async (context) => {
    await users.remove(context, context.params.id);
    return { message: messages.user.deleted };
  });
}
