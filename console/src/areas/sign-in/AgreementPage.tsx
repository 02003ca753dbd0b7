/** The terms, to accept before anything else opens (S-031). */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { change } from '../../api/change.ts';
import { showProblem } from '../../api/show-problem.ts';
import { Rich } from '../../i18n/Rich.tsx';
import { useLocale, useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { nameOf, profileSaved, type OwnProfile } from '../../session/profile.ts';
import { signOut } from '../../session/sign-out.ts';
import { restartSession, startSession } from '../../session/start.ts';
import { safeHref, useCustomization } from '../../shell/public/customization.ts';
import { useGo } from '../../shell/routing/go.ts';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { PublicActions, PublicPage } from '../../shell/public/PublicPage.tsx';
import { PageBusy } from '../../shell/routing/PageBusy.tsx';
import { Unread } from '../../shell/routing/Unread.tsx';
import { afterSignIn } from './after-sign-in.ts';
import css from './agreement.module.css';

export default function AgreementPage() {
  const go = useGo();
  const { userId = '' }: { userId?: string } = useParams({ strict: false });
  const { returnPath }: { returnPath?: string } = useSearch({ strict: false });
  const onward = afterSignIn(returnPath);
  const {
    data: profile,
    error,
    refetch,
  } = useQuery({
    queryKey: ['agreement', userId],
    queryFn: () => startSession(),
    staleTime: 'static',
  });
  const elsewhere =
    profile === undefined
      ? null
      : profile === null
        ? paths.login({ returnPath: paths.agreement(userId, { returnPath: onward }) })
        : profile.id !== userId
          ? paths.agreement(profile.id, { returnPath: onward })
          : profile.agreement_accepted
            ? onward
            : null;
  useEffect(() => {
    if (elsewhere !== null) go(elsewhere, { replace: true });
  }, [elsewhere, go]);
  if (profile === undefined && error) return <Unread level={1} title="page.failed" error={error} retry={refetch} />;
  if (!profile || elsewhere !== null) return <PageBusy />;
  return <Terms profile={profile} onAccepted={() => go(onward, { replace: true })} />;
}

function Terms({ profile, onAccepted }: { profile: OwnProfile; onAccepted: () => void }) {
  const t = useText();
  const locale = useLocale();
  const terms = safeHref(useCustomization()?.urls.termsOfUse ?? '');
  const [busy, setBusy] = useState(false);
  async function accept() {
    setBusy(true);
    try {
      await change('PUT /account/ui-api/v1/user/{id}/agreement', { params: { id: profile.id }, body: { locale } });
      profileSaved({ ...profile, agreement_accepted: true });
      restartSession();
      onAccepted();
    } catch (thrown) {
      showProblem(thrown);
      setBusy(false);
    }
  }
  return (
    <PublicPage title={t('agreement.title')} intro={t('agreement.intro', { name: nameOf(profile) })}>
      <ul className={css.terms}>
        <li>{t('agreement.purpose')}</li>
        <li>{t('agreement.record')}</li>
        <li>{t('agreement.secret')}</li>
      </ul>
      {terms && (
        <p className={css.whole}>
          <Rich text="agreement.whole" tags={{ terms: <PageLink to={terms} target="_blank" rel="noreferrer" /> }} />
        </p>
      )}
      <PublicActions>
        <Button size="md" variant="filled" loading={busy} onClick={() => void accept()}>
          {t('agreement.accept')}
        </Button>
        <Button size="md" onClick={() => void signOut()}>
          {t('shell.signOut')}
        </Button>
      </PublicActions>
    </PublicPage>
  );
}
