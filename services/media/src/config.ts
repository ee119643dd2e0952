import { versionLimits } from '@khmer-learning/contracts';
import { baseConfigSchema } from '@khmer-learning/service-kit';
import { z } from 'zod';

/** The settings of the media service. S3 credentials are required when `S3_ENDPOINT` is set. */
export const mediaConfigSchema = baseConfigSchema
  .extend({
    /** Folder of the files, when they are stored on disk. */
    UPLOADS_DIR: z.string().min(1).default('.data/uploads'),
    /** URL of the bucket with its path, `https://s3.example.com/uploads`. When set, files are stored there. */
    S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be the http(s) URL of a bucket' }).optional(),
    S3_REGION: z.string().min(1).default('auto'),
    S3_ACCESS_KEY_ID: z.string().min(1).optional(),
    S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
    /** Days after which an unused file is deleted; by default as long as versions, which may refer to it, are kept. */
    UNUSED_FILE_RETENTION_DAYS: z.coerce.number().positive().max(3_650).default(versionLimits.days),
  })
  .superRefine((config, context) => {
    if (config.S3_ENDPOINT === undefined) return;
    for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const) {
      if (config[name] === undefined)
        context.addIssue({ code: 'custom', path: [name], message: 'is required with S3_ENDPOINT' });
    }
  });
export type MediaConfig = z.output<typeof mediaConfigSchema>;
