/** A page that adds a certificate to somebody: whose it is, and why not where the viewer may not. */
import type { ClientAuthCertificateList } from '@signet/contract/areas/client-auth-certificates';
import type { TextKey } from '@signet/contract/texts';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApiAnew } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { useProfile } from '../../session/profile.ts';
import { LoadedPage } from '../../shell/form/LoadedPage.tsx';
import { ReasonMessage } from '../../shell/form/ReasonText.tsx';
import { useParentCrumbName } from '../../shell/navigation/crumbs.ts';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { LIST, type Owner, type OwnerKind } from './calls.ts';
import { certificatesPlace } from './places.ts';

export type Adding = { owner: Owner; person: ClientAuthCertificateList['owner']; back: string };
type Props = { kind: OwnerKind; title: TextKey; lead: TextKey; children: (adding: Adding) => ReactNode };

export function ForOwner({ kind, title, lead, children }: Props) {
  const t = useText();
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const query = useApiAnew(LIST[kind], { params: { id }, query: { limit: 1 } });
  useParentCrumbName(query.data?.owner.name);
  const owner = { kind, id };
  const back = certificatesPlace(owner, useProfile().id);
  return (
    <LoadedPage query={query}>
      {({ owner: person }) =>
        person.why_not_manage ? (
          <>
            <PageTitle title={t(title)} actions={<ButtonLink to={back}>{t('common.back')}</ButtonLink>} />
            <Banner tone="info">
              <ReasonMessage reason={person.why_not_manage} />
            </Banner>
          </>
        ) : (
          <>
            <PageTitle title={t(title)} lead={t(lead, { name: person.name })} />
            {children({ owner, person, back })}
          </>
        )
      }
    </LoadedPage>
  );
}
