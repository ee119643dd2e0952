import { centsToUsdInput, formatCentsAsUsd, parseUsdInput, type UsdInput } from '@khmer-learning/console-kit';
import { type PurchaseDetail, purchasesRefund } from '@khmer-learning/contracts';
import { Button, Dialog, FormField, Stack, TextArea, TextInput } from '@khmer-learning/ui-kit';
import { type FormEvent, useId, useRef, useState } from 'react';
import { message, useMessages } from '../messages/messages.ts';
import { useRefundPurchase } from './purchases.api.ts';
import { maxRefundable, suggestedRefund } from './refundable.ts';

const { body: refundBody } = purchasesRefund;

function validateAmount(amount: UsdInput, maxCents: number): string | undefined {
  if ('error' in amount) return amount.error;
  const { cents } = amount;
  if (cents > maxCents) return message('refundDialog.atMost', { amount: formatCentsAsUsd(maxCents) });
  return refundBody.shape.amount.safeParse(cents).error?.issues[0]?.message;
}

function validateReason(reason: string): string | undefined {
  return refundBody.shape.reason.safeParse(reason).error?.issues[0]?.message;
}

/** Refunds the rest of a payment, or a part of it, after the amount is confirmed. */
export function RefundDialog({ purchase, onClose }: { purchase: PurchaseDetail; onClose: () => void }) {
  const t = useMessages();
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
      title={t('refundDialog.title')}
      description={t('refundDialog.description', { email: purchase.userEmail })}
      footer={
        <>
          <Button disabled={isPending} onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="danger"
            loading={isPending}
            loadingLabel={t('refundDialog.refunding')}
          >
            {cents === null || amountError !== undefined
              ? t('action.refund')
              : t('refundDialog.refundAmount', { amount: formatCentsAsUsd(cents) })}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Stack gap={4}>
          <FormField
            label={t('refundDialog.amount')}
            required
            hint={t('refundDialog.amountHint', {
              suggested: formatCentsAsUsd(suggested),
              paid: formatCentsAsUsd(purchase.purchaseAmount),
            })}
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
          <FormField label={t('field.reason')} error={wasSubmitted ? reasonError : undefined}>
            <TextArea value={reason} onChange={(event) => setReason(event.target.value)} />
          </FormField>
        </Stack>
      </form>
    </Dialog>
  );
}
