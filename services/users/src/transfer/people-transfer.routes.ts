import { peopleImports, transfers, userEvent } from '@khmer-learning/contracts';
import { type JobRunner, mountEndpoint, type ServiceContext } from '@khmer-learning/service-kit';
import { type EntityWriter, headingOf, mountImports, sendTable } from '@khmer-learning/transfer';
import type { FastifyInstance } from 'fastify';
import type { People } from '../users/people.ts';
import { createPeopleImporter, personFields } from './people.importer.ts';

export function peopleTransferRoutes(
  app: FastifyInstance,
  store: ServiceContext,
  jobs: JobRunner,
  people: People,
  writer: EntityWriter,
  timeZone: string,
): void {
  mountEndpoint(app, transfers.people.export, async (context) => {
    const { format = 'csv' } = context.query;
    const file = { kind: userEvent, name: 'people', extension: format, timeZone } as const;
    return sendTable(store, context, file, () => personRows(people));
  });
  mountImports(app, jobs, store, [createPeopleImporter(people, writer)], peopleImports);
}

async function* personRows(people: People): AsyncGenerator<string[]> {
  yield headingOf(personFields);
  for await (const person of people.stream()) yield personFields.map(({ name }) => person[name]);
}
