import type { Migration } from '@khmer-learning/service-kit';
import type { CommerceConfig } from '../config.ts';
import { emailErasures } from './0001-email-erasures.ts';
import { courseKeys } from './0002-course-keys.ts';
import { foldedKeys } from './0003-folded-keys.ts';

export const migrations: readonly Migration<CommerceConfig>[] = [emailErasures, courseKeys, foldedKeys];
