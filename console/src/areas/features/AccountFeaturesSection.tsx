/** The features of an account by application; one application at a time can be edited. */
import type { AppCode } from '@signet/contract/viewer';
import { useState, type Dispatch, type SetStateAction } from 'react';
import { useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { ConfirmDialog } from '../../shell/confirm/ConfirmDialog.tsx';
import { Section } from '../../shell/detail/Section.tsx';
import { Unread } from '../../shell/routing/Unread.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Busy } from '../../ui/Busy.tsx';
import { ApplicationFeatures } from './ApplicationFeatures.tsx';
import { FEATURES, type FeatureOwner } from './features.ts';
import css from './features.module.css';

export default function AccountFeaturesSection({ record }: { record: FeatureOwner }) {
  const [edited, setEdited] = useState<Edited>(null);
  return (
    <Section keeps={edited !== null}>{() => <Features account={record} edited={edited} onEdit={setEdited} />}</Section>
  );
}

type Edited = AppCode | null;
type Props = { account: FeatureOwner; edited: Edited; onEdit: Dispatch<SetStateAction<Edited>> };

function Features({ account, edited, onEdit }: Props) {
  const t = useText();
  const { data, error, refetch } = useApi(FEATURES, { params: { id: account.id } });
  const [dirty, setDirty] = useState(false);
  /** Which application is to be edited next, or none, once it is said what becomes of the changes to this one. */
  const [asked, setAsked] = useState<{ next: Edited } | null>(null);
  if (error && !data) return <Unread error={error} retry={refetch} />;
  if (!data) return <Busy />;
  const leave = (next: Edited) => (dirty ? setAsked({ next }) : onEdit(next));
  return (
    <div className={css.applications}>
      {data.why_not_switch?.status === 'MIGRATION_UNCONFIRMED' && (
        <Banner tone="info">{t('notifications.exceptions.MIGRATION_UNCONFIRMED')}</Banner>
      )}
      {data.applications.map(({ app_code }) => (
        <ApplicationFeatures
          key={app_code}
          account={account}
          app={app_code}
          features={data}
          editing={edited === app_code}
          onEdit={() => leave(app_code)}
          onCancel={() => leave(null)}
          // By then another one may be edited.
          onSaved={() => onEdit((now) => (now === app_code ? null : now))}
          onDirty={setDirty}
        />
      ))}
      <ConfirmDialog
        opened={asked !== null}
        title={t('features.dropTitle', { application: edited ? t(`product.${edited}`) : '' })}
        act={t('features.drop')}
        cancel={t('features.goOn')}
        danger
        onConfirm={() => {
          onEdit(asked?.next ?? null);
          setAsked(null);
        }}
        onClose={() => setAsked(null)}
      >
        {t('features.dropBody')}
      </ConfirmDialog>
    </div>
  );
}
