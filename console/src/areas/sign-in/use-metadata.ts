/** Metadata that somebody brings, as a file or by its address: the server says what stands in it. */
import type { SamlCertificate } from '@signet/contract/areas/account-saml';
import type { Reason } from '@signet/contract/problem';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { questionOf } from '../../api/query.ts';
import { problemText, showProblem } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { isXmlFile } from './metadata-file.ts';
import { whyNotCertificate } from './saml-form.ts';

type Read = { entity_id: string; metadata: string; certificates: SamlCertificate[] };
type LeftOut = SamlCertificate & { reason: Reason };

/**
 * `take` gets what was read, and from where; it answers false for what is of no use any more. A file that is no .xml is
 * refused before anything is sent.
 */
export function useMetadata(accountId: string, take: (read: Read, from: 'file' | 'address') => boolean) {
  const t = useText();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [entityId, setEntityId] = useState<string | null>(null);
  const [leftOut, setLeftOut] = useState<LeftOut[]>([]);
  const forget = useRef<() => void>(null);
  async function ask(body: { metadata: string } | { metadata_url: string }, from: 'file' | 'address'): Promise<void> {
    setBusy(true);
    setFault(null);
    setEntityId(null);
    setLeftOut([]);
    try {
      const read = await client.fetchQuery({
        ...questionOf('POST /account/ui-api/v1/federation/config/{id}/metadata', { params: { id: accountId }, body }),
        staleTime: 0,
        retry: false,
      });
      if (!take(read, from)) return;
      setEntityId(read.entity_id);
      setLeftOut(
        read.certificates.flatMap((one) => {
          const reason = whyNotCertificate(one);
          return reason ? { ...one, reason } : [];
        }),
      );
    } catch (thrown) {
      showProblem(thrown, {
        fields: ['metadata', 'metadata_url'],
        showField: (_, problem) => setFault(problemText(problem)),
      });
    } finally {
      setBusy(false);
    }
  }
  return {
    busy,
    fault,
    entityId,
    /** Certificates of what was read that don't count. */
    leftOut,
    forget,
    takeAddress: (address: string) => ask({ metadata_url: address }, 'address'),
    takeFile(file: File | null): void {
      forget.current?.();
      if (!file) return;
      if (isXmlFile(file)) void file.text().then((metadata) => ask({ metadata }, 'file'), showProblem);
      else setFault(t('notifications.exceptions.INVALID_XML'));
    },
  };
}
