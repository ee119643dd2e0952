import type { ApiKeyDay, apiKeysRecordUsage, BodyOf } from '@khmer-learning/contracts';
import { dayOf } from '@khmer-learning/service-kit';
import { type Connection, Schema } from 'mongoose';

const dayMs = 24 * 60 * 60_000;
/** How long a day's numbers are kept. */
const retentionMs = 90 * dayMs;

/** The use of a key, as the gateway reports it. */
export type ApiKeyUse = BodyOf<typeof apiKeysRecordUsage>['used'][number];

interface ApiKeyUsageRow extends Pick<ApiKeyDay, 'calls' | 'errors' | 'refused'> {
  /** `<key id>/<day>`, such as `4/2026-05-04`, so that the days of a key are one range. */
  _id: string;
  /** MongoDB deletes the row after this time. */
  expiresAt: Date;
}

const usageSchema = new Schema<ApiKeyUsageRow>(
  { _id: String, calls: Number, errors: Number, refused: Number, expiresAt: Date },
  { collection: 'api_key_usage', versionKey: false, suppressReservedKeysWarning: true },
).index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

const usageModel = (connection: Connection) => connection.model('ApiKeyUsage', usageSchema);

/** @param timeZone days begin at midnight in it */
export function createApiKeyUsage(connection: Connection, timeZone: string) {
  const usage = usageModel(connection);

  return {
    /** Adds calls to the day of `at`. */
    async add(used: readonly (Omit<ApiKeyUse, 'at'> & { at: Date })[]) {
      const counted = used.filter(({ calls }) => calls > 0);
      if (counted.length === 0) return;
      await usage.bulkWrite(
        counted.map(({ id, at, calls, errors, refused }) => ({
          updateOne: {
            filter: { _id: `${id}/${dayOf(at, timeZone)}` },
            update: {
              $inc: { calls, errors, refused },
              $setOnInsert: { expiresAt: new Date(at.getTime() + retentionMs) },
            },
            upsert: true,
          },
        })),
        { ordered: false },
      );
    },

    /** The last `days` days of a key, the earliest first, today last; days without a call have zeros. */
    async read(id: number, days: number): Promise<ApiKeyDay[]> {
      const today = Date.parse(dayOf(new Date(), timeZone));
      const names = Array.from({ length: days }, (_, index) =>
        new Date(today - (days - 1 - index) * dayMs).toISOString().slice(0, 10),
      );
      const rows = await usage
        .find({ _id: { $gte: `${id}/${names[0]}`, $lte: `${id}/${names.at(-1)}` } })
        .lean<ApiKeyUsageRow[]>();
      const byDay = new Map(rows.map((row) => [row._id.slice(row._id.indexOf('/') + 1), row]));
      return names.map((day) => {
        const { calls = 0, errors = 0, refused = 0 } = byDay.get(day) ?? {};
        return { day, calls, errors, refused };
      });
    },
  };
}
