/** To the identity provider of the account, whose people need no user of their own making (S-363). */
import { Button } from '@mantine/core';
import { showProblem } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { beginCallback } from '../../session/begun-sign-in.ts';
import { PublicActions, PublicPage } from '../../shell/public/PublicPage.tsx';
import { useGo } from '../../shell/routing/go.ts';
import { askProvider, type LinkInfo } from './own-request.ts';

type Props = { link: string; info: LinkInfo; first?: boolean };

/** The address is asked for again at the click: it leads there for a few minutes only. */
export function ProviderWay({ link, info, first = false }: Props) {
  const t = useText();
  const go = useGo();
  async function leave() {
    try {
      const { idp_url } = await askProvider(link, info.account_id);
      if (idp_url !== null) go(beginCallback(idp_url));
    } catch (thrown) {
      showProblem(thrown);
    }
  }
  return (
    <PublicActions>
      <Button size="md" variant={first ? 'filled' : 'default'} onClick={() => void leave()}>
        {t('selfService.provider')}
      </Button>
    </PublicActions>
  );
}

/** Where nobody of the account has a password, a user made here could not sign in. */
export function ProviderAlone({ link, info }: Omit<Props, 'first'>) {
  const t = useText();
  return (
    <PublicPage
      title={t('selfService.signInAt', { account: info.account_name })}
      intro={t('selfService.providerAlone', { account: info.account_name })}
    >
      <ProviderWay link={link} info={info} first />
    </PublicPage>
  );
}
