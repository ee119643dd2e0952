import { deletedLearnerName } from '@khmer-learning/contracts';
import type { Connection } from 'mongoose';
import type { DeletedLearner } from '../audit/audit-eraser.ts';

/** Creates the function that erases a learner from the imports of people, whose lines and journals are kept for 30 days. */
export function createImportEraser(connection: Connection) {
  const collection = (name: string) => connection.collection<{ problem: string | null }>(name);
  return async ({ email }: Pick<DeletedLearner, 'email'>): Promise<void> => {
    const named = { title: email };
    const title = deletedLearnerName;
    await collection('import_lines').updateMany(named, { $set: { title }, $unset: { source: 1, cells: 1 } });
    const writes = collection('import_writes');
    await writes.updateMany(
      { ...named, journal: { $ne: null } },
      { $set: { title, payload: {}, 'journal.before': null } },
    );
    await writes.deleteMany(named);
    // The first texts of columns are of no use any more.
    const isOver = { state: { $in: ['applied', 'undone', 'failed'] }, 'table.columns.0': { $exists: true } };
    await collection('imports').updateMany(isOver, { $set: { 'table.columns.$[].samples': [] } });
    const about = new RegExp(`"${email.replace(/[.*+?^$()|[\]{}\\]/g, '\\$&')}"`);
    for (const { _id, problem } of await collection('imports').find({ problem: about }).toArray())
      await collection('imports').updateOne(
        { _id },
        { $set: { problem: (problem ?? '').replaceAll(`"${email}"`, `"${title}"`) } },
      );
  };
}
