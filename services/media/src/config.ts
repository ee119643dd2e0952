import { baseConfigSchema } from '@khmer-learning/service-kit';
import { z } from 'zod';

export const mediaConfigSchema = baseConfigSchema
  .extend({
    /** Folder of the files, when they are kept on disk. */
    UPLOADS_DIR: z.string().min(1).default('.data/uploads'),
    /** The bucket's address, path included: `https://s3.example.com/uploads`. With it files are kept there. */
    S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be the http address of a bucket' }).optional(),
    S3_REGION: z.string().min(1).default('auto'),
    S3_ACCESS_KEY_ID: z.string().min(1).optional(),
    S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
    /** How long a file stays that nothing uses. */
    UNUSED_FILE_DAYS: z.coerce.number().positive().max(3_650).default(7),
    /** How often such files are looked for. */
    SWEEP_EVERY_MINUTES: z.coerce.number().positive().max(1_440).default(60),
  })
  .superRefine((config, context) => {
    if (config.S3_ENDPOINT === undefined) return;
    for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const) {
      if (config[name] === undefined)
        context.addIssue({ code: 'custom', path: [name], message: 'is needed with S3_ENDPOINT' });
    }
  });
export type MediaConfig = z.output<typeof mediaConfigSchema>;
