/** The own API tokens. */
import { IconApi, IconPlus } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useProfile } from '../../session/profile.ts';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Tokens } from './Tokens.tsx';
import css from './api-tokens.module.css';
import { useTokens } from './use-tokens.ts';

export default function OwnTokensPage() {
  const t = useText();
  const profile = useProfile();
  const tokens = useTokens(profile.id);
  const create = (
    <ButtonLink
      to={paths.tokenCreate({ id: profile.id, service_user: false })}
      pageKey="C"
      variant="filled"
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
    >
      {t('tokens.create')}
    </ButtonLink>
  );
  return (
    <>
      <PageTitle title={t('tokens.title')} lead={t('tokens.ownLead')} actions={create} />
      <div className={css.page}>
        {tokens.query.data?.total === 0 ? (
          <EmptyState icon={IconApi} title={t('tokens.ownNone')}>
            {t('tokens.ownNoneText')}
          </EmptyState>
        ) : (
          <Tokens {...tokens} />
        )}
      </div>
    </>
  );
}
