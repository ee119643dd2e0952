import { zodResolver } from '@hookform/resolvers/zod';
import { showServerIssues } from '@khmer-learning/console-kit';
import { ApiError, useApi, useApiMutation } from '@khmer-learning/console-sdk';
import { accountCodesConfirm } from '@khmer-learning/contracts';
import { FormField, Stack, Text, TextInput } from '@khmer-learning/ui-kit';
import { useForm } from 'react-hook-form';
import styled from 'styled-components';
import { encode } from 'uqr';
import { FormDialog } from '../form-dialog.tsx';
import { message, useMessages } from '../messages/messages.ts';
import { secondFactorKeys } from './second-factor.api.ts';

/* Cameras need dark modules on a light ground, in dark mode too. */
const QrCode = styled.svg`align-self: center; width: min(14rem, 100%); background: #fff; color: #000;`;

function qrCodeOf(text: string) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return { size, path: path.join('') };
}

interface CodesDialogProps {
  shown: { secret: string; uri: string };
  onConfirmed: (recoveryCodes: string[]) => void;
  onClose: () => void;
}

/** Shows a secret to an authenticator app, and switches codes on with the first one that it makes. */
export function CodesDialog({ shown, onConfirmed, onClose }: CodesDialogProps) {
  const t = useMessages();
  const api = useApi();
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
    <FormDialog
      title={t('action.setUpCodes')}
      description={t('codesDialog.description')}
      submitLabel={t('codesDialog.submit')}
      submittingLabel={t('codesDialog.submitting')}
      isPending={isPending}
      onSubmit={form.handleSubmit(({ code }) => mutate(code))}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
