/** Where the link of a mail leads by which a person makes a certificate in this browser, to sign in with it (S-299). */
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callPublic } from '../../api/call.ts';
import { asFailure } from '../../api/failure.ts';
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { GenerateCertificate } from '../../shell/certificate/GenerateCertificate.tsx';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { PublicForm } from '../../shell/public/PublicForm.tsx';
import { PublicFields, PublicPage } from '../../shell/public/PublicPage.tsx';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { useGoOn } from '../../shell/routing/go.ts';
import { useOwnAddress } from '../../shell/routing/own-address.ts';
import { PageBusy } from '../../shell/routing/PageBusy.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { LinkUsedUp } from './LinkUsedUp.tsx';
import { mailedLink, whyNotMailedLink } from './mailed-link.ts';

/** As long as a common name may be (RFC 5280, A.1: ub-common-name). */
const COMMON_NAME_MAX = 64;
/** What a link says that makes no certificate (any more), or is not whole. */
const USED_UP: readonly string[] = ['CODE_INVALID', 'INVALID_INPUT'];

export default function CertificatePickupPage() {
  // In the fragment, so that no log of a proxy has it.
  const [userId = '', code = ''] = useOwnAddress().hash.split('/');
  return userId === '' || code === '' ? (
    <WhichLink />
  ) : (
    <Pickup key={`${userId}/${code}`} userId={userId} code={code} />
  );
}

/**
 * The page that id and code are of: a mail about a certificate brings those of an invitation as well. Asking spends
 * nothing, nor does opening that other page, which says itself where they are of no use there either.
 */
async function pageOf({ id, code }: { id: string; code: string }): Promise<string> {
  try {
    await callPublic('POST /account/ui-api/v1/auth/certificate-pickup/check', { body: { user_id: id, code } });
    return paths.certificatePickup({ id, code });
  } catch (thrown) {
    if (!USED_UP.includes(asFailure(thrown).status)) throw thrown;
    return paths.enrollmentByLink(id, code);
  }
}

/** Whoever comes without a link, or with a part of one, says which it is (S-033); nothing is asked before. */
function WhichLink() {
  const t = useText();
  const goOn = useGoOn();
  const shell = useFormShell({
    fields: { link: { label: 'pickup.link' } },
    initial: { link: '' },
    check: ({ link }) => ({ link: whyNotMailedLink(link) }),
    submit: async ({ link }) => {
      const named = mailedLink(link);
      if (!named) return;
      const lead = goOn();
      lead('address' in named ? named.address : await pageOf(named));
    },
  });
  return (
    <PublicPage title={t('pickup.title')} intro={t('pickup.ask')}>
      <PublicForm shell={shell} submit={t('pickup.continue')}>
        <PublicFields>
          <TextInput
            {...shell.field('link')}
            description={t('pickup.linkHelp')}
            size="md"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </PublicFields>
      </PublicForm>
    </PublicPage>
  );
}

function Pickup({ userId, code }: { userId: string; code: string }) {
  const t = useText();
  const link = { user_id: userId, code };
  const [usedUp, setUsedUp] = useState(false);
  const person = useQuery({
    queryKey: ['certificate-pickup', userId, code],
    queryFn: async () =>
      (await callPublic('POST /account/ui-api/v1/auth/certificate-pickup/check', { body: link })).data,
    staleTime: 'static',
    gcTime: 0,
  });
  const signIn = useQuery({
    queryKey: ['certificate-sign-in'],
    queryFn: async () => (await callPublic('GET /account/api/v1/clientAuthLoginUrl', {})).data.url,
    staleTime: 'static',
  });

  async function submit(csr: string) {
    try {
      return (await callPublic('POST /account/ui-api/v1/auth/certificate-pickup', { body: { ...link, csr } })).data;
    } catch (thrown) {
      if (asFailure(thrown).status === 'CODE_INVALID') setUsedUp(true);
      throw thrown;
    }
  }

  if (usedUp || (person.error && USED_UP.includes(asFailure(person.error).status))) return <LinkUsedUp />;
  if (person.error) {
    const message = problemText(asFailure(person.error));
    return <Failed level={1} title={t('page.failed')} message={message} onRetry={() => void person.refetch()} />;
  }
  if (!person.data) return <PageBusy />;
  const { name, user_name } = person.data;
  return (
    <PublicPage title={t('pickup.title')} intro={t('pickup.intro', { name, user_name })}>
      <PublicFields>
        <div>
          <GenerateCertificate
            commonName={Array.from(name).slice(0, COMMON_NAME_MAX).join('').trim()}
            submit={submit}
            next={<ButtonLink to={signIn.data ?? paths.login()}>{t('login.withCertificate')}</ButtonLink>}
          />
        </div>
      </PublicFields>
    </PublicPage>
  );
}
