import { useApiQuery } from '@khmer-learning/console-kit';
import { queryKeys, useApi, useApiMutation, userMessageOf } from '@khmer-learning/console-sdk';
import {
  accountCodesBegin,
  accountCodesRemove,
  accountPasskeyRemove,
  accountRecoveryCodesRenew,
  accountSecondFactorGet,
} from '@khmer-learning/contracts';
import { toast } from '@khmer-learning/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { message } from '../messages/messages.ts';

export const secondFactorKeys = queryKeys('second-factor', []);

export function useSecondFactor() {
  return useApiQuery(accountSecondFactorGet, { queryKey: secondFactorKeys.all });
}

export function useBeginCodes(onBegun: (shown: { secret: string; uri: string }) => void) {
  const api = useApi();
  return useMutation({
    mutationFn: () => api.call(accountCodesBegin),
    onSuccess: onBegun,
    onError: (error) => toast.error(userMessageOf(error, message('secondFactor.failed'))),
  });
}

export function useRenewRecoveryCodes(onRenewed: (codes: string[]) => void) {
  const api = useApi();
  return useApiMutation({
    call: () => api.call(accountRecoveryCodesRenew),
    successMessage: () => message('secondFactor.renewed'),
    failureMessage: message('secondFactor.failed'),
    invalidates: [secondFactorKeys.all],
    onSuccess: ({ recoveryCodes }) => onRenewed(recoveryCodes),
  });
}

export function useRemovePasskey() {
  const api = useApi();
  return useApiMutation({
    call: (id: string) => api.call(accountPasskeyRemove, { params: { id } }),
    successMessage: (answer) => answer.message,
    failureMessage: message('secondFactor.failed'),
    invalidates: [secondFactorKeys.all],
  });
}

export function useRemoveCodes() {
  const api = useApi();
  return useApiMutation({
    call: () => api.call(accountCodesRemove),
    successMessage: (answer) => answer.message,
    failureMessage: message('secondFactor.failed'),
    invalidates: [secondFactorKeys.all],
  });
}
