import type { PaymentStatusGroup } from '@khmer-learning/contracts';
import { type SearchFields, searchSchemaFields } from '@khmer-learning/service-kit';
import { type Connection, type Model, Schema } from 'mongoose';

/** A refund, from the moment it is asked for. */
export interface StoredRefund {
  /** `PayPal-Request-Id`, stored before it is sent; for a refund that others made, its id. */
  requestId: string;
  /** The provider's id; null until it has answered. */
  id: string | null;
  /** Cents. */
  amount: number;
  reason: string | null;
  /** Lower-case as the provider says it; `requested` until it has answered. */
  status: string;
  /** When it was last sent; nobody knows what became of it when that is long ago and there is no answer. */
  sentAt: Date;
  /** Whether the provider was asked without an answer. */
  isLost: boolean;
  /** Who asked for it, for the audit trail. */
  by: { actor: { id: number; role: string } | null; requestId: string | null; address: string | null } | null;
  createdAt: Date;
}

/** What was bought, as it was then. */
export interface MainLessonSnapshot {
  title: string;
  description: string;
  imageCover: string;
}

export interface StoredPurchase extends SearchFields {
  _id: number;
  /** The provider's order id. */
  purchaseId: string;
  userId: number | null;
  userEmail: string;
  /** When the e-mail address goes, too: its person was deleted. */
  eraseEmailAt?: Date;
  mainLessonId: number | null;
  snapshot: MainLessonSnapshot;
  /** Cents, USD. */
  purchaseAmount: number;
  refundedAmount: number;
  paymentMethod: string;
  platformType: string;
  paymentStatus: string;
  /** The group of the status; `other` for one that has none. */
  statusGroup: PaymentStatusGroup | 'other';
  purchaseDate: Date;
  approveUrl: string;
  /** The provider's id of the money taken. */
  captureId?: string;
  /** How many times the money was asked for; a new time only once the last one has failed for certain. */
  captureAttempts: number;
  /** Since when an attempt is under way, and nobody knows yet what becomes of it. */
  captureSince?: Date;
  refunds: StoredRefund[];
  /** How many refunds were ever asked for: none gets the request id of another. */
  refundsAsked?: number;
  /** When the provider is asked about it next; absent when there is nothing to ask. */
  askAt?: Date;
  /** How many times it was asked in vain, for the same reason. */
  askedTimes: number;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** The indexes that serve filter and order, newest first, by name. */
export const purchaseIndexes = {
  newest: { purchaseDate: -1, _id: -1 },
  status: { statusGroup: 1, purchaseDate: -1, _id: -1 },
  words: { searchKeys: 1, purchaseDate: -1, _id: -1 },
  user: { userId: 1, purchaseDate: -1, _id: -1 },
} as const;

export const purchaseRowProjection = { searchKeys: 0, searchText: 0 } as const;

const schema = new Schema<StoredPurchase>(
  {
    _id: Number,
    purchaseId: String,
    userId: Number,
    userEmail: String,
    eraseEmailAt: Date,
    mainLessonId: Number,
    snapshot: Schema.Types.Mixed,
    purchaseAmount: Number,
    refundedAmount: Number,
    paymentMethod: String,
    platformType: String,
    paymentStatus: String,
    statusGroup: String,
    purchaseDate: Date,
    approveUrl: String,
    captureId: String,
    captureAttempts: Number,
    captureSince: Date,
    refunds: [Schema.Types.Mixed],
    refundsAsked: Number,
    askAt: Date,
    askedTimes: Number,
    version: Number,
    createdAt: Date,
    updatedAt: Date,
    ...searchSchemaFields,
  },
  { versionKey: false, collection: 'purchases' },
);
for (const fields of Object.values(purchaseIndexes)) schema.index(fields);
schema.index({ purchaseId: 1 }, { unique: true });
schema.index({ captureId: 1 }, { unique: true, sparse: true });
schema.index({ userId: 1, mainLessonId: 1 });
// Serves what follows a main lesson.
schema.index({ mainLessonId: 1 });
// Only what is to be asked about is in it.
schema.index({ askAt: 1 }, { sparse: true });
schema.index({ eraseEmailAt: 1 }, { sparse: true });

export function purchasesOf(connection: Connection): Model<StoredPurchase> {
  return connection.models.Purchase ?? connection.model<StoredPurchase>('Purchase', schema);
}
