import {
  peopleExport,
  peopleImport,
  peopleImports,
  peopleTemplate,
  userEvent,
} from '@khmer-learning/contracts';
import { mountEndpoint, type ServiceContext } from '@khmer-learning/service-kit';
import {
  formatTable,
  headingOf,
  type ImportService,
  importRoutes,
  sendExport,
} from '@khmer-learning/transfer';
import type { FastifyInstance } from 'fastify';
import type { UserModel, UserRow } from '../users/user.model.ts';
import { personFields } from './people.importer.ts';
import type { Person } from './person-writer.ts';

/** Mounts the endpoints for export and import of people. */
export function peopleTransferRoutes(
  app: FastifyInstance,
  deps: {
    readonly store: ServiceContext;
    readonly users: UserModel;
    readonly imports: ImportService;
    readonly timeZone: string;
  },
): void {
  const { store, users, imports, timeZone } = deps;
  mountEndpoint(app, peopleExport, async (context) => {
    const { format = 'csv' } = context.query;
    const file = { kind: userEvent, name: 'people', extension: format, timeZone } as const;
    return sendExport(store, context, file, formatTable(format, personRows(users)));
  });
  importRoutes(app, imports, {
    begin: { people: peopleImport },
    templates: { people: peopleTemplate },
    calls: peopleImports,
  });
}

/** All people by ascending id, with nothing but the columns of the table. */
async function* personRows(users: UserModel): AsyncGenerator<string[]> {
  yield headingOf(personFields);
  const projection = { firstName: 1, lastName: 1, email: 1, role: 1 } as const;
  const people = users.find({}, projection).sort({ _id: 1 }).lean<Pick<UserRow, keyof Person>>().cursor();
  for await (const person of people) yield personFields.map(({ name }) => person[name]);
}
