/** The whole of a certificate, with its chain, and as files: loaded when the first one is looked at. */
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { CertificateBadge } from '../../shell/certificate/CertificateBadge.tsx';
import { CertificateView } from '../../shell/certificate/CertificateView.tsx';
import { useCourseFacts } from '../../shell/certificate/course-facts.ts';
import { isLive } from '../../shell/certificate/live.ts';
import { Unread } from '../../shell/routing/Unread.tsx';
import { Busy } from '../../ui/Busy.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { READ, type Owner } from './calls.ts';
import css from './certificates.module.css';

export default function CertificateDetails({ owner: { kind, id }, certId }: { owner: Owner; certId: string }) {
  const t = useText();
  const course = useCourseFacts();
  const { data, error, refetch } = useApi(READ[kind], { params: { id, certId } });
  if (error) return <Unread error={error} retry={refetch} />;
  if (!data) return <Busy />;
  const save = (name: string, parts: string[]) =>
    saveFile({ name, content: new Blob(parts, { type: 'application/x-pem-file' }) });
  const file = data.fingerprint.slice(0, 12);
  return (
    <div className={css.details}>
      <div className={css.acts}>
        <CertificateBadge status={data.status} />
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          onClick={() => save(`${file}.pem`, [data.certificate])}
        >
          {t('clientAuth.download')}
        </Button>
        {data.chain.length > 0 && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
            onClick={() => save(`${file}-chain.pem`, [data.certificate, ...data.chain])}
          >
            {t('clientAuth.downloadChain')}
          </Button>
        )}
      </div>
      {data.source === 'issued' && <Facts facts={course(data)} />}
      <CertificateView
        certificate={data.parsed}
        chain={[data.parsed, ...data.parsed_chain]}
        level={3}
        live={isLive(data.status)}
      />
    </div>
  );
}
