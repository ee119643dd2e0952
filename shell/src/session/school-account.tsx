import { useApi } from '@khmer-learning/console-sdk';
import {
  authSchoolAccountStart,
  authSignInOptions,
  type SchoolAccountOutcome,
  type SignInOptions,
  schoolAccountOutcomeSchema,
} from '@khmer-learning/contracts';
import { Button, Callout } from '@khmer-learning/ui-kit';
import { useEffect, useState } from 'react';
import { useMessages } from '../messages/messages.ts';
import { loadPage } from '../page/load-page.ts';
import { urlWithRemoteFlags } from '../remotes/remote-url-flags.ts';

/** The ways to sign in; undefined until they are known. Without an answer there is the password. */
export function useSignInOptions(): SignInOptions | undefined {
  const api = useApi();
  const [options, setOptions] = useState<SignInOptions>();
  useEffect(() => {
    const controller = new AbortController();
    api
      .call(authSignInOptions, undefined, { signal: controller.signal })
      .then(
        setOptions,
        () => !controller.signal.aborted && setOptions({ schoolAccount: null, linking: null }),
      );
    return () => controller.abort();
  }, [api]);
  return options;
}

/** What has come of a sign-in with the school's account, from the address of the page. */
export function readSchoolAccountOutcome(): SchoolAccountOutcome | undefined {
  const value = new URLSearchParams(window.location.search).get('school-account');
  return schoolAccountOutcomeSchema.safeParse(value).data;
}

/** Leads to the school's sign-in, and back to the same place in the console. @param prove asks for its password again */
export function openSchoolSignIn(prove = false): void {
  const to = urlWithRemoteFlags('/dashboard') + window.location.hash;
  loadPage(`${authSchoolAccountStart.path}?${new URLSearchParams({ to, ...(prove && { prove: '1' }) })}`);
}

/** `Sign in with your school account`, where that is set up. */
export function SchoolAccountButton({ options }: { options: SignInOptions | undefined }) {
  const t = useMessages();
  const [isLeaving, setLeaving] = useState(false);
  if (!options?.schoolAccount) return null;
  const { label } = options.schoolAccount;
  const text = label === null ? t('schoolAccount.signIn') : t('schoolAccount.signInWith', { label });
  const leave = () => {
    setLeaving(true);
    openSchoolSignIn();
  };
  return (
    <Button size="large" fullWidth loading={isLeaving} onClick={leave}>
      {text}
    </Button>
  );
}

const outcomeTexts = {
  unavailable: 'schoolAccount.unavailable',
  expired: 'schoolAccount.expired',
  refused: 'schoolAccount.refused',
  unverified: 'schoolAccount.unverified',
  domain: 'schoolAccount.domain',
  groups: 'schoolAccount.groups',
  disabled: 'schoolAccount.disabled',
  learner: 'schoolAccount.learner',
} as const satisfies Record<Exclude<SchoolAccountOutcome, 'link'>, string>;

/** Why the sign-in with the school's account has failed, as a sentence. */
export function SchoolAccountFailure({ outcome }: { outcome: keyof typeof outcomeTexts }) {
  const t = useMessages();
  return (
    <Callout tone="danger" announce>
      {t(outcomeTexts[outcome])}
    </Callout>
  );
}
