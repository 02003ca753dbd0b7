/** One certificate profile: what its certificates are for, and who may use it. */
import type { CertificateProfileAnswer } from '@signet/contract/areas/certificate-profiles';
import { KEY_TYPES } from '@signet/contract/key-types';
import { useParams } from '@tanstack/react-router';
import { useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { DetailPage } from '../../shell/detail/DetailPage.tsx';
import { ArchivableActions, whyNotManage } from '../../shell/record/ArchivableHead.tsx';
import type { Fact } from '../../ui/Facts.tsx';
import { StatusBadge, Tag } from '../../ui/State.tsx';
import { useCertificateProfileArchive } from './certificate-profile-acts.tsx';
import { useCertificateProfileWords } from './certificate-profile-words.ts';
import css from './certificate-profiles.module.css';

/** As the form has them. */
const inOrder = (types: readonly string[]): string[] => KEY_TYPES.filter((type) => types.includes(type));

export default function CertificateProfilePage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const t = useText();
  const words = useCertificateProfileWords();
  const query = useApi('GET /account/ui-api/v1/profile/{id}', { params: { id } });
  const { actionOf, busy, dialog } = useCertificateProfileArchive();
  const actions = (one: CertificateProfileAnswer) => (
    <ArchivableActions
      record={one}
      archive={actionOf(one)}
      busy={busy}
      edit={{ to: paths.certificateProfileEdit(id), label: t('certificateProfiles.edit') }}
    />
  );
  const beside = (one: CertificateProfileAnswer) => (
    <>
      <Tag>{words.kind(one)}</Tag>
      {one.archived_at !== null && <StatusBadge tone="off">{t('certificateProfiles.archived')}</StatusBadge>}
    </>
  );
  return (
    <>
      <DetailPage
        query={query}
        name={({ name }) => name}
        beside={beside}
        actions={actions}
        banners={whyNotManage}
        facts={useFacts()}
      />
      {dialog}
    </>
  );
}

function useFacts(): (one: CertificateProfileAnswer) => Fact[] {
  const t = useText();
  const time = useDateTimeFormat();
  const words = useCertificateProfileWords();
  const none = <span className="t3">{t('common.none')}</span>;
  const each = (values: readonly string[], word: (value: string) => string) =>
    values.length === 0 ? (
      none
    ) : (
      <ul className={css.words}>
        {values.map((value) => (
          <li key={value}>{word(value)}</li>
        ))}
      </ul>
    );
  return (one) => [
    { label: t('certificateProfiles.account'), value: words.account(one) },
    { label: t('certificateProfiles.cert_type'), value: t(`certificateProfiles.cert_type.${one.cert_type}`) },
    { label: t('certificateProfiles.days'), value: t('list.total', { total: one.days }) },
    { label: t('certificateProfiles.purposes'), value: each(one.purposes, words.purpose) },
    { label: t('certificateProfiles.key_usage'), value: each(one.key_usage, words.keyUsage) },
    { label: t('certificateProfiles.key_types'), value: each(inOrder(one.key_types), words.keyType) },
    { label: t('certificateProfiles.templates'), value: t('list.total', { total: one.templates }) },
    ...(one.archived_at === null ? [] : [{ label: t('certificateProfiles.archivedAt'), value: time(one.archived_at) }]),
    { label: t('certificateProfiles.description'), value: one.description || none, wide: true },
  ];
}
