import { zodResolver } from '@hookform/resolvers/zod';
import { showServerIssues } from '@khmer-learning/console-kit';
import { ApiError, useApi, useApiMutation } from '@khmer-learning/console-sdk';
import { accountCodesConfirm } from '@khmer-learning/contracts';
import { Button, Dialog, FormField, Stack, Text, TextInput } from '@khmer-learning/ui-kit';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import styled from 'styled-components';
import { encode } from 'uqr';
import { message, useMessages } from '../messages/messages.ts';
import { secondFactorKeys } from './second-factor.api.ts';

/* Cameras need dark modules on a light ground, in dark mode too. */
const QrCode = styled.svg`align-self: center; width: min(14rem, 100%); background: #fff; color: #000;`;

/** The dark modules of a QR code as one path. */
function qrCodeOf(text: string) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return { size, path: path.join('') };
}

interface CodesDialogProps {
  /** What an authenticator app needs. */
  shown: { secret: string; uri: string };
  onConfirmed: (recoveryCodes: string[]) => void;
  onClose: () => void;
}

/** Shows a secret to an authenticator app, and switches codes on with the first one that it makes. */
export function CodesDialog({ shown, onConfirmed, onClose }: CodesDialogProps) {
  const t = useMessages();
  const api = useApi();
  const formId = useId();
  const form = useForm({ resolver: zodResolver(accountCodesConfirm.body), defaultValues: { code: '' } });
  const { mutate, isPending } = useApiMutation({
    call: (code: string) => api.call(accountCodesConfirm, { body: { code } }),
    successMessage: () => message('secondFactor.added'),
    failureMessage: message('secondFactor.failed'),
    invalidates: [secondFactorKeys.all],
    onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
    onError: (error) => {
      showServerIssues(form, error);
      return error instanceof ApiError && error.issues.length > 0;
    },
  });
  const { size, path } = qrCodeOf(shown.uri);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="small"
      title={t('action.setUpCodes')}
      description={t('codesDialog.description')}
      footer={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            loading={isPending}
            loadingLabel={t('codesDialog.submitting')}
          >
            {t('codesDialog.submit')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={form.handleSubmit(({ code }) => mutate(code))}>
        <Stack gap={4}>
          <QrCode
            role="img"
            aria-label={t('codesDialog.qrCode')}
            viewBox={`0 0 ${size} ${size}`}
            shapeRendering="crispEdges"
          >
            <path fill="currentColor" d={path} />
          </QrCode>
          <FormField label={t('codesDialog.secret')} hint={t('codesDialog.secretHint')}>
            <TextInput readOnly value={shown.secret} onFocus={(event) => event.target.select()} />
          </FormField>
          <FormField label={t('codesDialog.code')} required error={form.formState.errors.code?.message}>
            <TextInput autoComplete="one-time-code" inputMode="numeric" {...form.register('code')} />
          </FormField>
          <Text size="small" muted>
            {t('codesDialog.clock')}
          </Text>
        </Stack>
      </form>
    </Dialog>
  );
}
