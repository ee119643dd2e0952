import { listErrorProps, useApiQuery } from '@khmer-learning/console-kit';
import { queryKeys, useApi, useApiMutation, useUnsavedChangesGuard } from '@khmer-learning/console-sdk';
import {
  type RequestOf,
  type ReviewParameters,
  reviewParametersBody,
  reviewParametersGet,
  reviewParametersUpdate,
} from '@khmer-learning/contracts';
import {
  Button,
  Card,
  ErrorPanel,
  FormField,
  Inline,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from '@khmer-learning/ui-kit';
import { type FormEvent, useState } from 'react';
import { message, useMessages } from '../messages/messages.ts';

type Body = RequestOf<typeof reviewParametersUpdate>['body'];

const parameterKeys = queryKeys('review-parameters', []);

/** When apps show learners a word again. */
export function ReviewParametersCard() {
  const t = useMessages();
  const { data, error, isFetching, refetch } = useApiQuery(reviewParametersGet, {
    queryKey: parameterKeys.all,
  });
  const failure = listErrorProps(t('reviewParameters.title'), error, refetch);
  return (
    <Card title={t('reviewParameters.title')}>
      {data !== undefined ? (
        <ParametersForm key={data.version} parameters={data} />
      ) : failure === undefined ? (
        <Skeleton height="8rem" />
      ) : (
        <ErrorPanel {...failure} retrying={isFetching} />
      )}
    </Card>
  );
}

function ParametersForm({ parameters }: { parameters: ReviewParameters }) {
  const t = useMessages();
  const api = useApi();
  const saved = {
    percent: String(Math.round(parameters.desiredRetention * 100)),
    days: String(parameters.maximumIntervalDays),
  };
  const [values, setValues] = useState(saved);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  useUnsavedChangesGuard(values.percent !== saved.percent || values.days !== saved.days);
  const { mutate, isPending } = useApiMutation({
    call: (body: Body) => api.call(reviewParametersUpdate, { body }, { version: parameters.version }),
    successMessage: () => message('reviewParameters.saved'),
    failureMessage: message('reviewParameters.failed'),
    invalidates: [parameterKeys.all],
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = reviewParametersBody.safeParse({
      desiredRetention: Number(values.percent || Number.NaN) / 100,
      maximumIntervalDays: Number(values.days || Number.NaN),
    });
    setErrors(
      Object.fromEntries((parsed.error?.issues ?? []).map(({ path, message: text }) => [path[0], text])),
    );
    if (parsed.success) mutate(parsed.data);
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap={4}>
        <Text muted>{t('reviewParameters.hint')}</Text>
        <FormField
          label={t('reviewParameters.retention')}
          hint={t('reviewParameters.retentionHint')}
          error={errors.desiredRetention}
          required
        >
          <TextInput
            inputMode="numeric"
            value={values.percent}
            onChange={({ target }) => setValues({ ...values, percent: target.value })}
          />
        </FormField>
        <FormField
          label={t('reviewParameters.days')}
          hint={t('reviewParameters.daysHint')}
          error={errors.maximumIntervalDays}
          required
        >
          <TextInput
            inputMode="numeric"
            value={values.days}
            onChange={({ target }) => setValues({ ...values, days: target.value })}
          />
        </FormField>
        <Inline justify="end">
          <Button
            type="submit"
            variant="primary"
            loading={isPending}
            loadingLabel={t('reviewParameters.saving')}
          >
            {t('action.saveChanges')}
          </Button>
        </Inline>
      </Stack>
    </form>
  );
}
