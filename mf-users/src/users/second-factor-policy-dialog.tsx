import { EditDialog, listErrorProps, SaveButton, useApiQuery } from '@khmer-learning/console-kit';
import { queryKeys, useApi, useApiMutation } from '@khmer-learning/console-sdk';
import {
  type RequestOf,
  type SecondFactorPolicy,
  secondFactorPolicyBody,
  secondFactorPolicyGet,
  secondFactorPolicyUpdate,
} from '@khmer-learning/contracts';
import {
  Dialog,
  ErrorPanel,
  FormField,
  RadioGroup,
  Skeleton,
  Stack,
  startOfSchoolDay,
  Text,
  TextInput,
  toSchoolClockTime,
} from '@khmer-learning/ui-kit';
import { type FormEvent, useId, useState } from 'react';
import { message, useMessages } from '../messages/messages.ts';

type Body = RequestOf<typeof secondFactorPolicyUpdate>['body'];

const policyKeys = queryKeys('second-factor-policy', ['user']);
const noticeMs = 14 * 24 * 60 * 60_000;

const dayOf = (at: number) => toSchoolClockTime(new Date(at)).day;

/** Of whom a second factor is required, and how many of them have none. */
export function SecondFactorPolicyDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages();
  const { data, error, isFetching, refetch } = useApiQuery(secondFactorPolicyGet, {
    queryKey: policyKeys.all,
    staleTime: 0,
  });
  // What is typed belongs to the version that was read first.
  const [policy, setPolicy] = useState<SecondFactorPolicy>();
  if (policy === undefined && data !== undefined && !isFetching) setPolicy(data);
  if (policy !== undefined) return <PolicyForm policy={policy} onClose={onClose} />;
  const failure = listErrorProps(t('secondFactorPolicy.title'), error, refetch);
  return (
    <Dialog open onOpenChange={onClose} title={t('secondFactorPolicy.title')}>
      {failure === undefined ? (
        <Skeleton height="12rem" />
      ) : (
        <ErrorPanel {...failure} retrying={isFetching} />
      )}
    </Dialog>
  );
}

function PolicyForm({ policy, onClose }: { policy: SecondFactorPolicy; onClose: () => void }) {
  const t = useMessages();
  const api = useApi();
  const formId = useId();
  const [requiredOf, setRequiredOf] = useState(policy.requiredOf);
  const [initialDay] = useState(() =>
    dayOf(
      policy.from === null || policy.requiredOf === 'off' ? Date.now() + noticeMs : Date.parse(policy.from),
    ),
  );
  const [day, setDay] = useState(initialDay);
  const [problem, setProblem] = useState<string>();
  const { admins, teachers } = policy.without;
  const { mutate, isPending } = useApiMutation({
    call: (body: Body) => api.call(secondFactorPolicyUpdate, { body }, { version: policy.version }),
    successMessage: () => message('secondFactorPolicy.saved'),
    failureMessage: message('secondFactorPolicy.failed'),
    invalidates: [policyKeys.all],
    onSuccess: onClose,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const from = requiredOf === 'off' ? new Date() : startOfSchoolDay(day);
    const parsed = secondFactorPolicyBody.safeParse({ requiredOf, from: from?.toISOString() ?? day });
    setProblem(parsed.error?.issues[0]?.message);
    if (parsed.success) mutate(parsed.data);
  };
  return (
    <EditDialog
      title={t('secondFactorPolicy.title')}
      dirty={requiredOf !== policy.requiredOf || day !== initialDay}
      saving={isPending}
      onClose={onClose}
      footer={
        <SaveButton form={formId} loading={isPending}>
          {t('action.saveChanges')}
        </SaveButton>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Stack gap={4}>
          <Text muted>{t('secondFactorPolicy.without', { admins, teachers })}</Text>
          <FormField group label={t('secondFactorPolicy.requiredOf')}>
            <RadioGroup
              value={requiredOf}
              onValueChange={setRequiredOf}
              options={[
                { value: 'off', label: t('secondFactorPolicy.off') },
                { value: 'admins', label: t('secondFactorPolicy.admins') },
                { value: 'everyone', label: t('secondFactorPolicy.everyone') },
              ]}
            />
          </FormField>
          {requiredOf === 'off' ? null : (
            <FormField
              label={t('secondFactorPolicy.from')}
              hint={t('secondFactorPolicy.fromHint')}
              error={problem}
              required
            >
              <TextInput type="date" value={day} onChange={({ target }) => setDay(target.value)} />
            </FormField>
          )}
        </Stack>
      </form>
    </EditDialog>
  );
}
