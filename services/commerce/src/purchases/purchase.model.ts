import type { PaymentStatusGroup } from '@khmer-learning/contracts';
import { modelOf, type SearchFields, searchFields, searchSchemaFields } from '@khmer-learning/service-kit';
import { Schema } from 'mongoose';

/** A refund, stored from the moment it is requested. */
export interface StoredRefund {
  /** `PayPal-Request-Id`, stored before it is sent. For a refund that was not requested here, the provider's id. */
  requestId: string;
  /** The provider's id; null until it has responded. */
  id: string | null;
  /** Cents. */
  amount: number;
  reason: string | null;
  /** The provider's status, lower-case; `pending_refund` until it has responded, `failed` after a rejection. */
  status: string;
  /** When it was last sent; null while it has not been sent. Without a response after a minute, its outcome is unknown. */
  sentAt: Date | null;
  /** Whether it was accepted although the provider had not answered. It is then sent again until there is an answer. */
  isPending: boolean;
  /** Who requested it, for the audit log. */
  by: { actor: { id: number; role: string } | null; requestId: string | null; address: string | null } | null;
  createdAt: Date;
}

export interface MainLessonSnapshot {
  title: string;
  description: string;
  imageCover: string;
}

export interface StoredPurchase extends SearchFields {
  _id: number;
  purchaseId: string;
  userId: number | null;
  userEmail: string;
  /** When the email address is erased; set after the user was deleted. */
  eraseEmailAt?: Date;
  mainLessonId: number | null;
  snapshot: MainLessonSnapshot;
  /** Cents, USD. */
  purchaseAmount: number;
  refundedAmount: number;
  paymentMethod: string;
  platformType: string;
  paymentStatus: string;
  /** The group of the status; `other` for a status without a group, `granted` for access that was granted, also when it has ended. */
  statusGroup: PaymentStatusGroup | 'granted' | 'other';
  purchaseDate: Date;
  /** When access that was granted ends. */
  accessEndsAt?: Date;
  /** Of access that was granted: why, the id of the admin, and why it was revoked. */
  grant?: { reason: string; by: number | null; revocationReason?: string };
  approveUrl: string;
  captureId?: string;
  /** Number of capture attempts. A new attempt starts only after the last one has certainly failed. */
  captureAttempts: number;
  /** Start of a capture attempt in flight, whose outcome is not known yet. */
  captureSince?: Date;
  refunds: StoredRefund[];
  /** Number of refunds ever requested, so that no request id is used twice. */
  refundsAsked?: number;
  /** When the reconciler checks it next because something is pending; absent when nothing is. */
  askAt?: Date;
  /** When the reconciler looks next whether it was refunded elsewhere; absent when no such check is needed. */
  routineAskAt?: Date;
  /** Number of checks without a change, for the back-off. */
  askedTimes: number;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** The indexes for each filter combined with the order (newest first), by name. */
export const purchaseIndexes = {
  newest: { purchaseDate: -1, _id: -1 },
  status: { statusGroup: 1, purchaseDate: -1, _id: -1 },
  words: { searchKeys: 1, purchaseDate: -1, _id: -1 },
  user: { userId: 1, purchaseDate: -1, _id: -1 },
  pendingRefund: { 'refunds.isPending': 1, purchaseDate: -1, _id: -1 },
} as const;

/** The index of each `sort` of the list, but `date`, whose order the indexes above have. */
export const purchaseSortIndexes = {
  amount: { purchaseAmount: 1, _id: 1 },
  status: purchaseIndexes.status,
  email: { userEmail: 1, _id: 1 },
} as const;

export const ownershipIndex = { userId: 1, mainLessonId: 1 } as const;

/** Covers the query for the learners who have paid for a main lesson. */
export const salesIndex = {
  mainLessonId: 1,
  paymentStatus: 1,
  userId: 1,
  purchaseAmount: 1,
  refundedAmount: 1,
} as const;

/** What a purchase is found by: the email address, and the title of the main lesson when it was bought. */
export function purchaseSearchFields({
  userEmail,
  snapshot,
}: Pick<StoredPurchase, 'userEmail' | 'snapshot'>): SearchFields {
  return searchFields([userEmail, snapshot.title]);
}

/** Excludes the search fields: the projection of a `PurchaseRow`. */
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
    accessEndsAt: Date,
    grant: Schema.Types.Mixed,
    approveUrl: String,
    captureId: String,
    captureAttempts: Number,
    captureSince: Date,
    refunds: [Schema.Types.Mixed],
    refundsAsked: Number,
    askAt: Date,
    routineAskAt: Date,
    askedTimes: Number,
    version: Number,
    createdAt: Date,
    updatedAt: Date,
    ...searchSchemaFields,
  },
  { versionKey: false, collection: 'purchases' },
);
const { pendingRefund, ...otherIndexes } = purchaseIndexes;
for (const fields of Object.values(otherIndexes)) schema.index(fields);
// Contains only the purchases with a refund that is or was pending.
schema.index(pendingRefund, { partialFilterExpression: { 'refunds.isPending': true } });
schema.index(purchaseSortIndexes.amount);
schema.index(purchaseSortIndexes.email);
schema.index({ purchaseId: 1 }, { unique: true });
schema.index({ captureId: 1 }, { unique: true, sparse: true });
schema.index(ownershipIndex);
// Also serves the cascade after a main lesson is deleted.
schema.index(salesIndex);
// Sparse: contains only the purchases to be checked.
schema.index({ askAt: 1 }, { sparse: true });
schema.index({ routineAskAt: 1 }, { sparse: true });
schema.index({ eraseEmailAt: 1 }, { sparse: true });
// Contains only the access that has an end and has not ended.
schema.index(
  { accessEndsAt: 1 },
  { partialFilterExpression: { accessEndsAt: { $exists: true }, paymentStatus: 'completed' } },
);

export const purchasesOf = modelOf('Purchase', schema);
