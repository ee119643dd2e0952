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

/** The signed-in user's second factor. */
export function useSecondFactor() {
  return useApiQuery(accountSecondFactorGet, { queryKey: secondFactorKeys.all });
}

/** Makes a secret to be shown. @param onBegun called with it */
export function useBeginCodes(onBegun: (shown: { secret: string; uri: string }) => void) {
  const api = useApi();
  return useMutation({
    mutationFn: () => api.call(accountCodesBegin),
    onSuccess: onBegun,
    onError: (error) => toast.error(userMessageOf(error, message('secondFactor.failed'))),
  });
}

/** Replaces the recovery codes. @param onRenewed called with the new ones */
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

/** Removes a passkey by its id. */
export function useRemovePasskey() {
  const api = useApi();
  return useApiMutation({
    call: (id: string) => api.call(accountPasskeyRemove, { params: { id } }),
    successMessage: (answer) => answer.message,
    failureMessage: message('secondFactor.failed'),
    invalidates: [secondFactorKeys.all],
  });
}

/** Switches codes off. */
export function useRemoveCodes() {
  const api = useApi();
  return useApiMutation({
    call: () => api.call(accountCodesRemove),
    successMessage: (answer) => answer.message,
    failureMessage: message('secondFactor.failed'),
    invalidates: [secondFactorKeys.all],
  });
}
