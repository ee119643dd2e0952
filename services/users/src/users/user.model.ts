import {
  defaultRegistrationType,
  type LanguagePreference,
  type Rights,
  type Role,
  roles,
  userLimits,
} from '@khmer-learning/contracts';
import { buildSortKey } from '@khmer-learning/khmer-text';
import { modelOf, type SearchFields, searchFields } from '@khmer-learning/service-kit';
import { Schema } from 'mongoose';

/** A passkey: the public half of a key that an authenticator has made. */
interface PasskeyRow {
  id: string;
  /** The authenticator's id of the key, and the public key (COSE), both in base64url. */
  credentialId: string;
  publicKey: string;
  /** How often the key has signed; always 0 if the authenticator does not count. */
  counter: number;
  name: string;
  createdAt: Date;
  lastUsedAt?: Date;
}

export interface UserRow extends SearchFields, Partial<LanguagePreference> {
  /** The sort key of the first and last name; absent on those stored before lists could be sorted. */
  nameSort: string;
  _id: number;
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  role: Role;
  /** What an admin has taken from a teacher; absent for who may publish everything. */
  rights?: Rights;
  isActive: boolean;
  /** Until when the invitation can be accepted. Absent: the person has a password. Somebody invited is inactive. */
  invitedUntil?: Date;
  registrationType: string;
  /** Whether the person has proven the address: by a mailed link, or by an identity provider. Absent: not known. */
  emailVerified?: boolean;
  /** The person's ids (`sub`) at identity providers. */
  identities?: { apple?: string; google?: string };
  /** The issuer and the person's id (`sub`) of the school's own account, separated by a space. */
  schoolAccount?: string;
  /** The account was made by the school's: nobody knows its password, until its owner sets one. */
  withoutPassword?: boolean;
  /** What is asked for besides the password; absent for who has nothing. */
  secondFactor?: {
    /** The encrypted secret of an authenticator app, and the latest period of which a code was used. */
    codes?: { secret: string; since: Date; lastPeriod: number };
    /** A secret that was shown and is not confirmed yet. */
    pending?: { secret: string; until: Date };
    /** The account's opaque id on authenticators (base64url), since the first passkey. */
    handle?: string;
    passkeys?: PasskeyRow[];
    /** The hashes of unused recovery codes. */
    recoveryCodes?: string[];
  };
  lastLogin: Date | null;
  /** When the owner last got a mail about an unknown browser. */
  browserNoticeAt?: Date;
  /** Tokens contain the epoch: raising it ends them all. `version` counts the `user-sessions` events. */
  sessions: { epoch: number; version: number };
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** The indexes that cover filter and sort (newest first) of the list, by name. */
export const userIndexes = {
  newest: { _id: 1 },
  role: { role: 1, _id: -1 },
  status: { isActive: 1, _id: -1 },
  roleAndStatus: { role: 1, isActive: 1, _id: -1 },
  invited: { isActive: 1, role: 1, _id: -1 },
  words: { searchKeys: 1, _id: -1 },
} as const;

/** The index of each `sort` of the list. Email addresses are unique. */
export const userSortIndexes = {
  name: { nameSort: 1, _id: 1 },
  email: { email: 1 },
  role: userIndexes.role,
  lastLogin: { lastLogin: 1, _id: 1 },
} as const;

// No automatic timestamps: a sign-in writes `lastLogin` but must not change `updatedAt`; nor must a choice of language.
const userSchema = new Schema<UserRow>(
  {
    _id: { type: Number, required: true },
    email: { type: String, required: true, maxlength: userLimits.email },
    passwordHash: { type: String, required: true },
    firstName: { type: String, required: true, maxlength: userLimits.name },
    lastName: { type: String, required: true, maxlength: userLimits.name },
    role: { type: String, required: true, enum: roles },
    rights: Schema.Types.Mixed,
    isActive: { type: Boolean, required: true },
    invitedUntil: Date,
    registrationType: { type: String, default: defaultRegistrationType },
    emailVerified: Boolean,
    identities: { type: { apple: String, google: String }, _id: false },
    schoolAccount: String,
    withoutPassword: Boolean,
    secondFactor: Schema.Types.Mixed,
    lastLogin: { type: Date, default: null },
    browserNoticeAt: Date,
    language: String,
    numerals: String,
    sessions: {
      epoch: { type: Number, required: true },
      version: { type: Number, required: true },
    },
    searchKeys: { type: [String], required: true },
    searchText: { type: String, default: '' },
    nameSort: String,
    version: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'users', versionKey: false },
)
  .index({ email: 1 }, { unique: true })
  .index({ 'identities.apple': 1 }, { unique: true, sparse: true })
  .index({ 'identities.google': 1 }, { unique: true, sparse: true })
  .index({ schoolAccount: 1 }, { unique: true, sparse: true })
  .index({ 'secondFactor.handle': 1 }, { unique: true, sparse: true })
  .index(userIndexes.role)
  .index(userIndexes.status)
  .index(userIndexes.roleAndStatus)
  .index(userIndexes.invited, { partialFilterExpression: { invitedUntil: { $exists: true } } })
  .index(userIndexes.words)
  .index(userSortIndexes.name)
  .index(userSortIndexes.lastLogin);

export const userModel = modelOf('User', userSchema);
export type UserModel = ReturnType<typeof userModel>;

/** The fields by which a user is found and sorted, made from the names and the email address. */
export function searchFieldsOf({
  firstName,
  lastName,
  email,
}: Pick<UserRow, 'firstName' | 'lastName' | 'email'>): SearchFields & Pick<UserRow, 'nameSort'> {
  return {
    ...searchFields([firstName, lastName, email]),
    nameSort: buildSortKey(`${firstName} ${lastName}`),
  };
}
