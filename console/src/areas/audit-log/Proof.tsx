/** Asks whether an event is in the signed log as it was recorded, and says what is proved, in words. */
import type { AuditVerification } from '@signet/contract/areas/audit-log';
import { Button } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '../../api/query.ts';
import { Rich } from '../../i18n/Rich.tsx';
import { useText } from '../../i18n/text.ts';
import { Unread } from '../../shell/routing/Unread.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { CopyValue } from '../../ui/CopyValue.tsx';
import css from './audit-log.module.css';

export function Proof({ id }: { id: string }) {
  const t = useText();
  const [isAsked, setIsAsked] = useState(false);
  const query = useQuery({
    ...queryOf('GET /account/ui-api/v1/audit-log/{id}/verify', { params: { id } }),
    enabled: isAsked,
    staleTime: 0,
  });
  const { data, error } = query;
  return (
    <>
      <p className={`t2 ${css.lead}`}>{t('audit.proofLead')}</p>
      <Button
        loading={query.isFetching}
        leftSection={<IconShieldCheck size={16} stroke={1.75} aria-hidden />}
        onClick={() => (isAsked ? void query.refetch() : setIsAsked(true))}
      >
        {t(data ? 'audit.verifyAgain' : 'audit.verify')}
      </Button>
      {/* What was found before says nothing of now. */}
      {error && <Unread error={error} retry={query.refetch} title="audit.notVerified" />}
      {data && !error && <Verdict verification={data} />}
    </>
  );
}

function Verdict({ verification }: { verification: AuditVerification }) {
  const t = useText();
  if (!verification.verified) {
    const { reason } = verification;
    const waits = reason === 'not-yet-sequenced';
    return (
      <div className={css.proof}>
        <Banner tone={waits ? 'info' : 'bad'}>
          <b>{t(waits ? 'audit.waits' : 'audit.refuted')}</b> {t(`audit.doubt.${reason}`)}
        </Banner>
      </div>
    );
  }
  const { tree_index: index, tree_size: size, proof, leaf_hash: leaf, root, checkpoint } = verification;
  const [origin = ''] = checkpoint.split('\n');
  return (
    <div className={`card ${css.proof}`}>
      <Banner tone="ok">
        <b>{t('audit.verified')}</b> {t('audit.verifiedBody')}
      </Banner>
      <dl>
        <dt>{t('audit.position')}</dt>
        <dd>{t('audit.positionOf', { index: index + 1, size })}</dd>
        <dt>{t('audit.leaf')}</dt>
        <dd>
          <CopyValue value={leaf} name={t('audit.leaf')} />
        </dd>
        <dt>{t('audit.path')}</dt>
        <dd>{t('audit.pathOf', { count: proof.length })}</dd>
        <dt>{t('audit.root')}</dt>
        <dd>
          <CopyValue value={root} name={t('audit.root')} />
        </dd>
        <dt>{t('audit.signedBy')}</dt>
        <dd className="mono">{origin}</dd>
      </dl>
      <p className="sm t2">
        <Rich text="audit.elsewhere" tags={{ code: <code className="mono" /> }} />
      </p>
    </div>
  );
}
