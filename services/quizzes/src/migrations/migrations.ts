import type { Migration } from '@khmer-learning/service-kit';
import { titleKeys } from './0001-title-keys.ts';

/** All migrations of this service, in order. */
export const migrations: readonly Migration[] = [titleKeys];
