/** One certificate: what is in it, whose it is, and its revocation. */
import { Button, Menu } from '@mantine/core';
import { ACCESS } from '@signet/contract/access';
import type { Certificate } from '@signet/contract/areas/certificates';
import { IconCertificateOff, IconDownload, IconPlayerPlay } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { change } from '../../api/change.ts';
import { useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { CertificateBadge } from '../../shell/certificate/CertificateBadge.tsx';
import { CertificateView } from '../../shell/certificate/CertificateView.tsx';
import { isLive } from '../../shell/certificate/live.ts';
import { useCourseFacts } from '../../shell/certificate/course-facts.ts';
import { useAllows } from '../../session/permissions.ts';
import { DetailPage } from '../../shell/detail/DetailPage.tsx';
import { EventsLink } from '../../shell/events/EventsLink.tsx';
import { useAct } from '../../shell/record/use-act.ts';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { Banner } from '../../ui/Banner.tsx';
import type { Fact } from '../../ui/Facts.tsx';
import { saveFile } from '../../ui/save-file.ts';
import css from './certificates.module.css';
import { attestationFacts } from './attestation-facts.ts';
import { nameOf } from './columns.tsx';
import { fileOf, type CertificateFile } from './certificate-file.ts';
import { RevokeCertificate } from './RevokeCertificate.tsx';

const beside = ({ status }: Certificate) => <CertificateBadge status={status} />;
const FILES: readonly CertificateFile[] = ['pem', 'der', 'chain'];

export default function CertificatePage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const t = useText();
  const [revoking, setRevoking] = useState<Certificate | null>(null);
  const query = useApi('GET /account/ui-api/v1/certificate/{id}', { params: { id } });
  const { busy, run } = useAct();
  const facts = useFacts();
  const release = () =>
    run(
      () => change('PUT /account/ui-api/v1/certificate/{id}/release', { params: { id } }),
      'certificateList.releasedDone',
    );
  const actions = (one: Certificate) => (
    <>
      <EventsLink of={{ resource: one.id }} />
      {one.pem !== null && <Downloads certificate={one} />}
      {one.why_not.release === null && (
        <Button
          leftSection={<IconPlayerPlay size={16} stroke={1.75} aria-hidden />}
          loading={busy}
          onClick={() => void release()}
        >
          {t('certificateList.release')}
        </Button>
      )}
      {one.why_not.revoke === null && (
        <Button
          c="var(--sg-danger-ink)"
          leftSection={<IconCertificateOff size={16} stroke={1.75} aria-hidden />}
          onClick={() => setRevoking(one)}
        >
          {t('certificateList.revokeCertificate')}
        </Button>
      )}
    </>
  );
  const body = ({ parsed, chain, status }: Certificate) =>
    parsed === null ? (
      <Banner tone="info">{t('certificateList.neverSigned')}</Banner>
    ) : (
      <div className={css.view}>
        <CertificateView
          certificate={parsed}
          chain={[parsed, ...chain.map((above) => above.parsed)]}
          live={isLive(status)}
        />
      </div>
    );
  return (
    <>
      <DetailPage query={query} name={nameOf} beside={beside} actions={actions} facts={facts}>
        {body}
      </DetailPage>
      <RevokeCertificate certificate={revoking} onClose={() => setRevoking(null)} />
    </>
  );
}

function Downloads({ certificate }: { certificate: Certificate }) {
  const t = useText();
  const save = (as: CertificateFile): void => {
    const file = fileOf(certificate, as);
    if (file) saveFile(file);
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}>
          {t('certificateList.download')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FILES.map((as) => (
          <Menu.Item key={as} onClick={() => save(as)}>
            {t(`certificateList.download.${as}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function useFacts(): (one: Certificate) => Fact[] {
  const t = useText();
  const course = useCourseFacts();
  const seesSeats = useAllows(ACCESS.seats.view);
  const seesAuthorities = useAllows(ACCESS.certificateAuthorities.view);
  const none = <span className="t3">{t('common.none')}</span>;
  const linked = (name: string, to: string, sees: boolean) => (sees ? <PageLink to={to}>{name}</PageLink> : name);
  return (one) => [
    { label: t('certificateList.account'), value: one.account_name ?? t('certificateList.ofPlatform') },
    {
      label: t('certificateList.authority'),
      value:
        one.authority_id === null || one.authority_name === null
          ? t('certificateList.elsewhere')
          : linked(one.authority_name, paths.certificateAuthority(one.authority_id), seesAuthorities),
    },
    { label: t('certificateList.profile'), value: one.profile_name ?? none },
    {
      label: t(one.person?.service_user ? 'serviceUsers.one' : 'list.person'),
      value: one.person ? <PageLink to={paths.person(one.person)}>{one.person.name}</PageLink> : none,
    },
    ...(one.seat
      ? [{ label: t('certificateList.seat'), value: linked(one.seat.name, paths.seat(one.seat.id), seesSeats) }]
      : []),
    ...attestationFacts(t, one.key_attestation),
    ...course(one),
  ];
}
