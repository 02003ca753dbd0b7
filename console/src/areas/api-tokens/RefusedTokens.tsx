/** In place of a form: why this person may not make or change tokens of that one. */
import type { ApiTokenWithOwner } from '@signet/contract/areas/api-tokens';
import type { TextKey } from '@signet/contract/texts';
import { useText } from '../../i18n/text.ts';
import { ReasonMessage } from '../../shell/form/ReasonText.tsx';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';

type Props = { title: TextKey; reason: NonNullable<ApiTokenWithOwner['owner']['why_not_manage']>; back: string };

export function RefusedTokens({ title, reason, back }: Props) {
  const t = useText();
  return (
    <>
      <PageTitle title={t(title)} actions={<ButtonLink to={back}>{t('common.back')}</ButtonLink>} />
      <Banner tone="info">
        <ReasonMessage reason={reason} />
      </Banner>
    </>
  );
}
