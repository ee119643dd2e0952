import { type PurchaseDetail, purchasesRefund } from '@khmer-learning/contracts';
import { Button, Dialog, FormField, Stack, TextArea, TextInput } from '@khmer-learning/ui-kit';
import { type FormEvent, useId, useRef, useState } from 'react';
import { centsOf, dollarsOf, formatUsd } from '../money/usd.ts';
import { useRefund } from './purchases.api.ts';
import { mostRefundable, offeredRefund } from './refundable.ts';

const { body: refundBody } = purchasesRefund;

/** What is wrong with the amount; undefined when that much can go back. */
function amountProblem(cents: number | null, most: number): string | undefined {
  if (cents === null) return 'Enter an amount such as 4.99';
  if (cents > most) return `At most ${formatUsd(most)} can be refunded`;
  return refundBody.shape.amount.safeParse(cents).error?.issues[0]?.message;
}

/** What is wrong with the reason; undefined when it can be kept. */
function reasonProblem(reason: string): string | undefined {
  return refundBody.shape.reason.safeParse(reason).error?.issues[0]?.message;
}

/** Gives back all that is left of a payment, or a part of it. Nothing is sent before the amount is confirmed here. */
export function RefundDialog({ purchase, onClose }: { purchase: PurchaseDetail; onClose: () => void }) {
  const formId = useId();
  const amountField = useRef<HTMLInputElement>(null);
  const offered = offeredRefund(purchase);
  const [typed, setTyped] = useState(dollarsOf(offered));
  const [reason, setReason] = useState('');
  const [wasSubmitted, setSubmitted] = useState(false);
  const { mutate, isPending } = useRefund(purchase.id, onClose);
  /** Enter pressed twice comes before the button can be disabled: money goes back once. */
  const isSent = useRef(false);

  const cents = centsOf(typed);
  const wrongAmount = amountProblem(cents, mostRefundable(purchase));
  const wrongReason = reasonProblem(reason);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (wrongAmount !== undefined) amountField.current?.focus();
    if (cents === null || wrongAmount !== undefined || wrongReason !== undefined || isSent.current) return;
    isSent.current = true;
    mutate(
      { amount: cents, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) },
      { onSettled: () => (isSent.current = false) },
    );
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isPending && onClose()}
      size="small"
      title="Refund this payment?"
      description={`The money goes back to ${purchase.userEmail}. This action cannot be undone.`}
      footer={
        <>
          <Button disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="danger"
            loading={isPending}
            loadingLabel="Refunding..."
          >
            {cents === null || wrongAmount !== undefined ? 'Refund' : `Refund ${formatUsd(cents)}`}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Stack gap={4}>
          <FormField
            label="Amount (USD)"
            required
            hint={`${formatUsd(offered)} of ${formatUsd(purchase.purchaseAmount)} can be refunded. All of it ends the access to the main lesson.`}
            error={wasSubmitted ? wrongAmount : undefined}
          >
            <TextInput
              ref={amountField}
              inputMode="decimal"
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </FormField>
          <FormField label="Reason" error={wasSubmitted ? wrongReason : undefined}>
            <TextArea value={reason} onChange={(event) => setReason(event.target.value)} />
          </FormField>
        </Stack>
      </form>
    </Dialog>
  );
}
