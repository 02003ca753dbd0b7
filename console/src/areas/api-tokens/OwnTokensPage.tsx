/** The own API tokens. */
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useProfile } from '../../session/profile.ts';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Tokens } from './Tokens.tsx';
import css from './api-tokens.module.css';
import { useTokens } from './use-tokens.ts';

export default function OwnTokensPage() {
  const t = useText();
  const profile = useProfile();
  const tokens = useTokens(profile.id);
  const create = (
    <ButtonLink to={paths.tokenCreate(profile.id)} pageKey="C" variant="filled">
      {t('tokens.create')}
    </ButtonLink>
  );
  return (
    <>
      <PageTitle title={t('tokens.title')} lead={t('tokens.ownLead')} actions={create} />
      <div className={css.page}>
        <Tokens {...tokens} />
      </div>
    </>
  );
}
