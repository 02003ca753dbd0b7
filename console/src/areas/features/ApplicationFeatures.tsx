/**
 * The features of one application: each with its state, or as the form that switches them. Closed, with how many are
 * on, where all stand as every account has them.
 */
import { Button } from '@mantine/core';
import type { AppCode } from '@signet/contract/viewer';
import { IconChevronDown, IconPencil } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { useDateFormat } from '../../session/profile.ts';
import { useFocusBack } from '../../shell/keyboard/focus-back.ts';
import { later } from '../../shell/routing/later.tsx';
import { StatusDot } from '../../ui/State.tsx';
import { featuresOf, type AccountFeature, type AccountFeatures, type FeatureOwner } from './features.ts';
import css from './features.module.css';

const FeatureForm = later(() => import('./FeatureForm.tsx'));

type Props = {
  account: FeatureOwner;
  app: AppCode;
  /** Of all applications, as they were read. */
  features: AccountFeatures;
  editing: boolean;
  onEdit: () => void;
  onCancel: () => void;
  onSaved: () => void;
  /** Told whether the form holds something that is not saved. */
  onDirty: (dirty: boolean) => void;
};

export function ApplicationFeatures({ account, app, features, editing, onEdit, onCancel, onSaved, onDirty }: Props) {
  const t = useText();
  const headingId = useId();
  const listId = useId();
  const application = t(`product.${app}`);
  const own = featuresOf(features, app);
  const [open, setOpen] = useState(own.some(isSwitched));
  const edit = useFocusBack(editing);
  return (
    <section className={`card ${css.application}`} aria-labelledby={headingId}>
      <header>
        <h3 id={headingId}>
          {editing ? (
            application
          ) : (
            <button type="button" aria-expanded={open} aria-controls={listId} onClick={() => setOpen(!open)}>
              <IconChevronDown size={16} stroke={1.75} aria-hidden />
              {application}
            </button>
          )}
        </h3>
        {!editing && (
          <span className={css.count}>
            {t('features.countOn', { on: own.filter(({ enabled }) => enabled).length, all: own.length })}
          </span>
        )}
        {!editing && features.why_not_switch === null && (
          <Button
            ref={edit}
            size="xs"
            leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
            aria-label={t('features.editOf', { application })}
            onPointerEnter={FeatureForm.preload}
            onFocus={FeatureForm.preload}
            onClick={() => {
              setOpen(true);
              onEdit();
            }}
          >
            {t('features.edit')}
          </Button>
        )}
      </header>
      {editing ? (
        <FeatureForm
          account={account}
          app={app}
          features={features}
          onCancel={onCancel}
          onSaved={onSaved}
          onDirty={onDirty}
        />
      ) : (
        <ul id={listId} className={css.features} hidden={!open}>
          {own.map((feature) => (
            <li key={feature.featureId}>
              <span>{t(`features.name.${feature.featureId}`)}</span>
              <FeatureStatus feature={feature} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Whether it stands otherwise than for an account of which nobody has switched anything. */
const isSwitched = ({ enabled, defaultFeature, endDate }: AccountFeature): boolean =>
  enabled !== defaultFeature || endDate !== null;

function FeatureStatus({ feature: { enabled, endDate } }: { feature: AccountFeature }) {
  const t = useText();
  const date = useDateFormat();
  if (!enabled) return <StatusDot on={false}>{t('accounts.off')}</StatusDot>;
  return (
    <StatusDot on>{endDate === null ? t('accounts.on') : t('features.onUntil', { end: date(endDate) })}</StatusDot>
  );
}
