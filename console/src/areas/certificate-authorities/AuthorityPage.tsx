/** One authority: how it fares, its certificate, where its key is, and its addresses. */
import type { Authority } from '@signet/contract/areas/certificate-authorities';
import { lastDayOf } from '@signet/contract/dates';
import { useParams } from '@tanstack/react-router';
import { useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useDateFormat } from '../../session/profile.ts';
import { CertificateView } from '../../shell/certificate/CertificateView.tsx';
import { DetailPage } from '../../shell/detail/DetailPage.tsx';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { DateText } from '../../ui/DateText.tsx';
import type { Fact } from '../../ui/Facts.tsx';
import { AuthorityActions } from './AuthorityActions.tsx';
import { AuthorityAside } from './AuthorityAside.tsx';
import { AuthorityBadge } from './AuthorityBadge.tsx';
import { AuthorityHealth } from './AuthorityHealth.tsx';
import { IssuedByMonth } from './IssuedByMonth.tsx';
import css from './authorities.module.css';

const badge = ({ state }: Authority) => <AuthorityBadge state={state} />;
const actions = (one: Authority) => <AuthorityActions authority={one} />;

export default function AuthorityPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const query = useApi('GET /account/ui-api/v1/ca/{id}', { params: { id } });
  const facts = useFacts();
  return (
    <DetailPage query={query} name={(one) => one.name} beside={badge} actions={actions} facts={facts}>
      {(one) => (
        <div className={css.columns}>
          <div>
            <AuthorityHealth authority={one} />
            {one.issued !== null && <IssuedByMonth months={one.issued} />}
            <section className={css.certificate}>
              <CertificateView certificate={one.certificate} chain={one.chain} />
            </section>
          </div>
          <AuthorityAside authority={one} />
        </div>
      )}
    </DetailPage>
  );
}

function useFacts(): (one: Authority) => Fact[] {
  const t = useText();
  const date = useDateFormat();
  const linked = (one: { id: string; name: string }) => (
    <PageLink to={paths.certificateAuthority(one.id)}>{one.name}</PageLink>
  );
  return (one) => [
    { label: t('authorities.kind'), value: t(`authorities.kind.${one.kind}`) },
    {
      label: t('authorities.issuer'),
      value:
        one.issuer_id === null || one.issuer_name === null
          ? t('authorities.itself')
          : linked({ id: one.issuer_id, name: one.issuer_name }),
    },
    { label: t('authorities.account'), value: one.account_name ?? t('authorities.platform') },
    { label: t('authorities.ends'), value: <DateText value={one.valid_to} text={date(lastDayOf(one.valid_to))} /> },
    { label: t('authorities.key_type'), value: t(`authorities.key.${one.key_type}`) },
    ...(one.certificates === null
      ? []
      : [
          {
            label: t('authorities.certificates'),
            value: one.certificates.exact
              ? t('authorities.exactly', { count: one.certificates.valid })
              : t('authorities.moreThan', { count: one.certificates.valid }),
          },
        ]),
    ...(one.replaces === null ? [] : [{ label: t('authorities.replaces'), value: linked(one.replaces) }]),
    ...(one.replaced_by === null ? [] : [{ label: t('authorities.replacedBy'), value: linked(one.replaced_by) }]),
  ];
}
