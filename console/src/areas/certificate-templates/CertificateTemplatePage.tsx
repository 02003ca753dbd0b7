/** One template: by what its certificates are made, and what of their subject is the same in each. */
import { ACCESS } from '@signet/contract/access';
import type { TemplateAnswer } from '@signet/contract/areas/certificate-templates';
import { useParams } from '@tanstack/react-router';
import { useApi } from '../../api/query.ts';
import { Rich } from '../../i18n/Rich.tsx';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useCountryName } from '../../session/countries.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { useAllows } from '../../session/permissions.ts';
import { DetailPage } from '../../shell/detail/DetailPage.tsx';
import { ArchivableActions, whyNotManage } from '../../shell/record/ArchivableHead.tsx';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { Banner } from '../../ui/Banner.tsx';
import type { Fact } from '../../ui/Facts.tsx';
import { useTemplateArchive } from './certificate-template-acts.tsx';
import { useSeatTypes } from './seat-types.ts';
import { TemplateState } from './TemplateState.tsx';

export default function CertificateTemplatePage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const t = useText();
  const query = useApi('GET /account/ui-api/v1/template/{id}', { params: { id } });
  const { actionOf, busy, dialog } = useTemplateArchive();
  const actions = (one: TemplateAnswer) => (
    <ArchivableActions
      record={one}
      archive={actionOf(one)}
      busy={busy}
      edit={{ to: paths.certificateTemplateEdit(id), label: t('templates.edit') }}
    />
  );
  return (
    <>
      <DetailPage
        query={query}
        name={({ name }) => name}
        beside={stateOf}
        actions={actions}
        banners={bannersOf}
        facts={useFacts()}
      />
      {dialog}
    </>
  );
}

const stateOf = (one: TemplateAnswer) => <TemplateState of={one} />;
const bannersOf = (one: TemplateAnswer) => (
  <>
    {whyNotManage(one)}
    {one.archived_at === null && one.profile_archived && <ProfileBanner of={one} />}
  </>
);

/** Why nothing is issued by a template that is in use itself. */
function ProfileBanner({ of: { profile_id, profile_name } }: { of: TemplateAnswer }) {
  const seesProfiles = useAllows(ACCESS.certificateProfiles.view);
  const profile = seesProfiles ? <PageLink to={paths.certificateProfile(profile_id)} /> : <b />;
  return (
    <Banner tone="warn">
      <Rich text="templates.profileArchived" params={{ name: profile_name }} tags={{ profile }} />
    </Banner>
  );
}

function useFacts(): (one: TemplateAnswer) => Fact[] {
  const t = useText();
  const time = useDateTimeFormat();
  const country = useCountryName();
  const seatTypes = useSeatTypes();
  const seesProfiles = useAllows(ACCESS.certificateProfiles.view);
  const seesAuthorities = useAllows(ACCESS.certificateAuthorities.view);
  const none = <span className="t3">{t('common.none')}</span>;
  const linked = (name: string, to: string, sees: boolean) => (sees ? <PageLink to={to}>{name}</PageLink> : name);
  return (one) => [
    { label: t('templates.account'), value: one.account_name ?? t('certificateProfiles.allAccounts') },
    {
      label: t('templates.profile'),
      value: linked(one.profile_name, paths.certificateProfile(one.profile_id), seesProfiles),
    },
    { label: t('certificateProfiles.days'), value: t('list.total', { total: one.days }) },
    {
      label: t('templates.authority'),
      value:
        one.authority_id === null || one.authority_name === null
          ? t('templates.authorityOfAccount')
          : linked(one.authority_name, paths.certificateAuthority(one.authority_id), seesAuthorities),
    },
    {
      label: t('templates.seats'),
      value: seatTypes(one.seat_types),
    },
    {
      label: t('certificates.key'),
      value: t(one.requires_attestation ? 'templates.attestedKey' : 'templates.anyKey'),
    },
    {
      label: t('certificates.otherName.principal'),
      value: one.principal_names ? t('templates.addressAsPrincipalName') : none,
    },
    { label: t('templates.organization'), value: one.organization || none },
    { label: t('templates.organizational_unit'), value: one.organizational_unit || none },
    { label: t('templates.locality'), value: one.locality || none },
    { label: t('templates.state'), value: one.state || none },
    { label: t('templates.country'), value: one.country === '' ? none : country(one.country) },
    ...(one.archived_at === null ? [] : [{ label: t('templates.archivedAt'), value: time(one.archived_at) }]),
    { label: t('templates.description'), value: one.description || none, wide: true },
  ];
}
