import { centsToUsdInput, formatCentsAsUsd, parseUsdInput, type UsdInput } from '@khmer-learning/console-kit';
import { type PurchaseDetail, purchasesRefund } from '@khmer-learning/contracts';
import { Button, Dialog, FormField, Stack, TextArea, TextInput } from '@khmer-learning/ui-kit';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useRefundPurchase } from './purchases.api.ts';
import { maxRefundable, suggestedRefund } from './refundable.ts';

const { body: refundBody } = purchasesRefund;

/** Validates the amount. Returns an error message; undefined if the amount can be refunded. */
function validateAmount(amount: UsdInput, maxCents: number): string | undefined {
  if ('error' in amount) return amount.error;
  const { cents } = amount;
  if (cents > maxCents) return `At most ${formatCentsAsUsd(maxCents)} can be refunded`;
  return refundBody.shape.amount.safeParse(cents).error?.issues[0]?.message;
}

/** Validates the reason. Returns an error message; undefined if it is valid. */
function validateReason(reason: string): string | undefined {
  return refundBody.shape.reason.safeParse(reason).error?.issues[0]?.message;
}

/** Refunds the rest of a payment, or a part of it, after the amount is confirmed. */
export function RefundDialog({ purchase, onClose }: { purchase: PurchaseDetail; onClose: () => void }) {
  const formId = useId();
  const amountField = useRef<HTMLInputElement>(null);
  const suggested = suggestedRefund(purchase);
  const [amountText, setAmountText] = useState(centsToUsdInput(suggested));
  const [reason, setReason] = useState('');
  const [wasSubmitted, setSubmitted] = useState(false);
  const { mutate, isPending } = useRefundPurchase(purchase.id, onClose);
  /** Prevents a double refund when Enter is pressed twice before the button is disabled. */
  const isSubmitting = useRef(false);

  const amount = parseUsdInput(amountText);
  const cents = 'cents' in amount ? amount.cents : null;
  const amountError = validateAmount(amount, maxRefundable(purchase));
  const reasonError = validateReason(reason);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (amountError !== undefined) amountField.current?.focus();
    if (cents === null || amountError !== undefined || reasonError !== undefined || isSubmitting.current)
      return;
    isSubmitting.current = true;
    mutate(
      { amount: cents, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) },
      { onSettled: () => (isSubmitting.current = false) },
    );
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isPending && onClose()}
      size="small"
      title="Refund this payment?"
      description={`The money will be returned to ${purchase.userEmail}. This action cannot be undone.`}
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
            {cents === null || amountError !== undefined ? 'Refund' : `Refund ${formatCentsAsUsd(cents)}`}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Stack gap={4}>
          <FormField
            label="Amount (USD)"
            required
            hint={`${formatCentsAsUsd(suggested)} of ${formatCentsAsUsd(purchase.purchaseAmount)} can be refunded. A full refund ends access to the main lesson.`}
            error={wasSubmitted ? amountError : undefined}
          >
            <TextInput
              ref={amountField}
              inputMode="decimal"
              autoComplete="off"
              value={amountText}
              onChange={(event) => setAmountText(event.target.value)}
            />
          </FormField>
          <FormField label="Reason" error={wasSubmitted ? reasonError : undefined}>
            <TextArea value={reason} onChange={(event) => setReason(event.target.value)} />
          </FormField>
        </Stack>
      </form>
    </Dialog>
  );
}
