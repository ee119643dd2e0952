import {
  createServiceContext,
  type Logger,
  type Service,
  type ServiceContext,
} from '@khmer-learning/service-kit';
import type { CommerceConfig } from '../config.ts';
import type { PaymentProvider } from '../provider/provider.ts';

/** The dependencies and settings that all parts of this service share. */
export interface CommerceContext extends ServiceContext {
  readonly provider: PaymentProvider;
  readonly logger: Logger;
  /** The clock; tests set it. */
  readonly now: () => Date;
  readonly timeZone: string;
  /** Days for which a deleted user's address is kept in the user's purchases. */
  readonly deletedEmailRetentionDays: number;
}

/** Who acts in background work. */
export const systemContext = { actor: null, requestId: null } as const;

export function createCommerceContext(
  service: Pick<Service<CommerceConfig>, 'connection' | 'relay' | 'logger' | 'config'>,
  options: { provider: PaymentProvider; now: () => Date },
): CommerceContext {
  const { TIME_ZONE, DELETED_EMAIL_RETENTION_DAYS } = service.config;
  return {
    ...createServiceContext(service),
    ...options,
    logger: service.logger,
    timeZone: TIME_ZONE,
    deletedEmailRetentionDays: DELETED_EMAIL_RETENTION_DAYS,
  };
}
