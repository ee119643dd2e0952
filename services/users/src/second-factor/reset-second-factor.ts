import { userEvent } from '@khmer-learning/contracts';
import { notFound, type RequestContext, type Transaction } from '@khmer-learning/service-kit';
import type { MailQueue } from '../mails/mail-queue.ts';
import type { Account, AccountRepository } from '../users/account-repository.ts';
import { languagePreferenceOf } from '../users/language-preference.ts';

/** Removes a second factor, ends sessions and mails the owner. @param about the admin; empty on the server @throws ApiError 404 */
export async function resetSecondFactor(
  { accounts, addMail }: { accounts: AccountRepository; addMail: MailQueue['add'] },
  tx: Transaction,
  context: RequestContext,
  { _id: id, email, ...account }: Account,
  about: string,
): Promise<void> {
  const isReset = await accounts.changeSecondFactor(
    id,
    { secondFactor: { $exists: true } },
    { $unset: { secondFactor: 1 } },
    tx.session,
  );
  if (!isReset) throw notFound('Second factor');
  await accounts.endAllSessions(tx, id);
  tx.audit(userEvent, { action: 'second-factor-removed', id, title: email, detail: 'reset' });
  const mail = { kind: 'secondFactorReset', email, about, at: new Date() } as const;
  await addMail(context, { ...mail, ...languagePreferenceOf(account) }, tx.session);
}
