import { listErrorProps, useApiQuery } from '@khmer-learning/console-kit';
import { queryKeys, useApi, useApiMutation, useSession } from '@khmer-learning/console-sdk';
import { type PreviewLink, previewLinkMessages, previewLinks } from '@khmer-learning/contracts';
import {
  Button,
  CopyIcon,
  DateText,
  Dialog,
  ErrorPanel,
  FormField,
  Heading,
  Inline,
  Skeleton,
  Stack,
  Text,
  TextInput,
  toast,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import styled from 'styled-components';
import { encode } from 'uqr';
import { message, useMessages } from './messages/messages.ts';

// Nobody announces changes of links.
const linkKeys = queryKeys('previewLinks', []);

export function PhoneLinkDialog({ lessonId, onClose }: { lessonId: number; onClose: () => void }) {
  const t = useMessages();
  const api = useApi();
  const { user } = useSession();
  const [shown, setShown] = useState<{ id: number; url: string } | null>(null);
  const { data, error, isFetching, refetch } = useApiQuery(previewLinks.list, {
    queryKey: linkKeys.detail(lessonId),
    request: { params: { id: lessonId } },
  });
  const create = useApiMutation({
    call: (id: number) => api.call(previewLinks.create, { params: { id } }),
    successMessage: t('phoneLink.created'),
    failureMessage: t('phoneLink.createFailed'),
    invalidates: [linkKeys.all],
    onSuccess: ({ id, path }) => setShown({ id, url: new URL(path, location.origin).href }),
  });
  const revoke = useApiMutation({
    call: (id: number) => api.call(previewLinks.revoke, { params: { id } }),
    successMessage: previewLinkMessages.revoked,
    failureMessage: t('phoneLink.revokeFailed'),
    invalidates: [linkKeys.all],
    onSuccess: (_answer, id) => setShown((last) => (last?.id === id ? null : last)),
  });
  const failure = listErrorProps(t('phoneLink.links'), error, refetch);

  const renderLink = ({ id, createdBy, expiresAt }: PreviewLink) => (
    <Inline key={id} role="listitem" justify="between">
      <Text size="small">
        {t.rich('phoneLink.of', { time: () => <DateText at={expiresAt} format="minute" /> }, createdBy)}
      </Text>
      {createdBy.id === user.id || user.role === 'admin' ? (
        <Button
          size="small"
          aria-label={t('phoneLink.revokeOf', createdBy)}
          loading={revoke.isPending && revoke.variables === id}
          onClick={() => revoke.mutate(id)}
        >
          {t('phoneLink.revoke')}
        </Button>
      ) : null}
    </Inline>
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('phoneLink.open')}
      description={t('phoneLink.description')}
    >
      <Stack gap={4}>
        {shown === null ? null : <ShownLink url={shown.url} />}
        <Inline>
          <Button
            variant={shown === null ? 'primary' : 'secondary'}
            loading={create.isPending}
            onClick={() => create.mutate(lessonId)}
          >
            {t('phoneLink.create')}
          </Button>
        </Inline>
        <Stack gap={2}>
          <Heading level={3} size="section">
            {t('phoneLink.links')}
          </Heading>
          {failure === undefined ? null : <ErrorPanel {...failure} retrying={isFetching} />}
          {data === undefined && failure === undefined ? (
            <Skeleton height="2rem" aria-label={t('phoneLink.loading')} />
          ) : null}
          {data?.links.length === 0 ? <Text muted>{t('phoneLink.none')}</Text> : null}
          {data === undefined || data.links.length === 0 ? null : (
            <Stack gap={1} role="list" aria-label={t('phoneLink.links')}>
              {data.links.map(renderLink)}
            </Stack>
          )}
        </Stack>
      </Stack>
    </Dialog>
  );
}

/* Cameras need dark modules on a light ground, in dark mode too. */
const QrCode = styled.svg`align-self: center; width: min(15rem, 100%); background: #fff; color: #000;`;

function ShownLink({ url }: { url: string }) {
  const t = useMessages();
  const { data, size } = encode(url, { ecc: 'M', border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      toast.show({ tone: 'success', title: message('phoneLink.copied') });
    } catch {
      // Browsers allow it only over HTTPS or on localhost.
      toast.error(message('phoneLink.copyFailed'));
    }
  };
  return (
    <Stack gap={3}>
      <QrCode
        role="img"
        aria-label={t('phoneLink.qrCode')}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
      >
        <path fill="currentColor" d={path} />
      </QrCode>
      <Text size="small" muted>
        {t('phoneLink.scan')}
      </Text>
      <FormField label={t('phoneLink.label')}>
        <TextInput readOnly value={url} onFocus={(event) => event.target.select()} />
      </FormField>
      <Inline>
        <Button icon={<CopyIcon aria-hidden="true" />} onClick={() => void copy()}>
          {t('phoneLink.copy')}
        </Button>
      </Inline>
    </Stack>
  );
}
