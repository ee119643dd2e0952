import {
  peopleExport,
  peopleImport,
  peopleImports,
  peopleTemplate,
  userEvent,
} from '@khmer-learning/contracts';
import { mountEndpoint, type ServiceContext } from '@khmer-learning/service-kit';
import { headingOf, type ImportService, importRoutes, sendTable } from '@khmer-learning/transfer';
import type { FastifyInstance } from 'fastify';
import type { People } from '../users/people.ts';
import { personFields } from './people.importer.ts';

/** Mounts the endpoints for export and import of people. */
export function peopleTransferRoutes(
  app: FastifyInstance,
  deps: {
    readonly store: ServiceContext;
    readonly people: People;
    readonly imports: ImportService;
    readonly timeZone: string;
  },
): void {
  const { store, people, imports, timeZone } = deps;
  mountEndpoint(app, peopleExport, async (context) => {
    const { format = 'csv' } = context.query;
    const file = { kind: userEvent, name: 'people', extension: format, timeZone } as const;
    return sendTable(store, context, file, () => personRows(people));
  });
  importRoutes(app, imports, {
    begin: { people: peopleImport },
    templates: { people: peopleTemplate },
    calls: peopleImports,
  });
}

/** Nothing but the columns of the table. */
async function* personRows(people: People): AsyncGenerator<string[]> {
  yield headingOf(personFields);
  for await (const person of people.stream()) yield personFields.map(({ name }) => person[name]);
}
