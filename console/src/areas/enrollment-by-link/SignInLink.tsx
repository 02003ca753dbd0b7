/** Where somebody goes on who has their certificate now (S-107): the address that asks their browser for it. */
import { useQuery } from '@tanstack/react-query';
import { callPublic } from '../../api/call.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';

export function SignInLink() {
  const t = useText();
  const { data } = useQuery({
    queryKey: ['certificate-sign-in'],
    queryFn: async () => (await callPublic('GET /account/api/v1/clientAuthLoginUrl', {})).data.url,
    staleTime: 'static',
  });
  return (
    <ButtonLink to={data ?? paths.login()} size="md" variant="filled">
      {t('login.withCertificate')}
    </ButtonLink>
  );
}
