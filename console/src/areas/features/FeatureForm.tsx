/** Switches features of one application: what excludes each other, what is needed, until when. */
import { Switch } from '@mantine/core';
import { hasEnd, KEY_LOCKER_ACCOUNT, TRIAL_ACCOUNT } from '@signet/contract/areas/feature-catalogue';
import { allSwitchedOn, isAllOn, switched, type Switches } from '@signet/contract/areas/feature-rules';
import { isPayloadDate } from '@signet/contract/dates';
import type { AppCode } from '@signet/contract/viewer';
import { useEffect, useRef, useState } from 'react';
import { Rich } from '../../i18n/Rich.tsx';
import { useText } from '../../i18n/text.ts';
import { useDateFormat } from '../../session/profile.ts';
import { useToday } from '../../session/today.ts';
import { DayField } from '../../shell/day/DayField.tsx';
import { ConflictNotice } from '../../shell/form/ConflictNotice.tsx';
import { DraftNotice } from '../../shell/form/DraftNotice.tsx';
import { ReasonText } from '../../shell/form/ReasonText.tsx';
import { UnsavedGuard } from '../../shell/form/UnsavedGuard.tsx';
import { useDraft } from '../../shell/form/use-draft.ts';
import { useCancelKey } from '../../shell/keyboard/cancel-key.ts';
import { useFirstFocus } from '../../shell/keyboard/first-focus.ts';
import { useSubmitKey } from '../../shell/keyboard/submit-key.ts';
import { FormFooter } from '../../ui/FormFooter.tsx';
import { END, endOf, switchesOf, type AccountFeatures, type FeatureOwner } from './features.ts';
import { useFeatureForm } from './use-feature-form.ts';
import css from './features.module.css';

type Props = {
  account: FeatureOwner;
  app: AppCode;
  features: AccountFeatures;
  onCancel: () => void;
  onSaved: () => void;
  onDirty: (dirty: boolean) => void;
};

export default function FeatureForm({ account, app, features, onCancel, onSaved, onDirty }: Props) {
  const t = useText();
  const today = useToday();
  const date = useDateFormat();
  const box = useRef<HTMLFormElement>(null);
  const { shell, before, reasons, changes } = useFeatureForm(account, app, features, onSaved);
  const { restored, discard } = useDraft(shell);
  /** The feature that went off, or stays off, because of another one. */
  const [excluded, setExcluded] = useState<typeof KEY_LOCKER_ACCOUNT | typeof TRIAL_ACCOUNT | null>(null);
  useFirstFocus(box);
  useSubmitKey(box);
  useCancelKey(box, onCancel);
  const dirty = changes.length > 0 && !shell.busy;
  useEffect(() => {
    onDirty(dirty);
    return () => onDirty(false);
  }, [dirty, onDirty]);

  const switches = switchesOf(before, shell.values);
  const setSwitches = (next: Switches) => shell.form.setValues({ ...shell.values, ...next });
  const switchOne = (id: string, on: boolean) => {
    const { switches: next, putOut } = switched(switches, id, on);
    setSwitches(next);
    setExcluded(putOut === KEY_LOCKER_ACCOUNT || putOut === TRIAL_ACCOUNT ? putOut : null);
  };
  const switchAll = (on: boolean) => {
    const next = on ? allSwitchedOn(switches) : Object.fromEntries(Object.keys(switches).map((id) => [id, false]));
    setSwitches(next);
    setExcluded(on && next[TRIAL_ACCOUNT] === false ? TRIAL_ACCOUNT : null);
  };

  const [wrong] = shell.names.filter((name) => reasons[name]);
  const whyNot = () => {
    if (changes.length === 0) return t('form.nothingChanged');
    if (wrong === undefined) return null;
    const id = shell.field(wrong).id;
    return (
      <Rich
        text="features.cannotSave"
        params={{ feature: t(shell.labelOf(wrong)) }}
        tags={{ field: <ToField id={id} /> }}
      />
    );
  };
  const blocked = whyNot();
  const displayValue = (_: string, value: unknown): string => {
    if (typeof value === 'boolean') return value ? t('accounts.on') : t('accounts.off');
    return value === '' ? '' : date(String(value));
  };
  /** Under a switch at once; under the day once it is one, or is missing. */
  const errorOf = (name: string, shown: boolean) => {
    const reason = reasons[name];
    return reason && shown ? { error: <ReasonText reason={reason} />, description: null, 'aria-invalid': true } : {};
  };
  const end = endOf(shell.values);
  const accountEnd = account.service_period.to;
  const help = accountEnd === null ? t('features.endHelp') : t('features.endHelpAccount', { end: date(accountEnd) });

  return (
    <form
      ref={box}
      noValidate
      className={css.form}
      onSubmit={(event) => {
        if (blocked !== null) return event.preventDefault();
        shell.onSubmit(event);
      }}
    >
      {restored && <DraftNotice restored={restored} labelOf={shell.labelOf} onDiscard={discard} />}
      {shell.conflict && (
        <ConflictNotice conflict={shell.conflict} labelOf={shell.labelOf} displayValue={displayValue} />
      )}
      <div className={css.all}>
        <Switch
          label={t('features.all')}
          checked={isAllOn(switches)}
          onChange={(event) => switchAll(event.currentTarget.checked)}
        />
        <p role="status" className="sm t2">
          {excluded && t('features.excluded', { feature: t(`features.name.${excluded}`) })}
        </p>
      </div>
      {before.map(({ featureId }) => (
        <div key={featureId} className={css.row}>
          <Switch
            {...shell.checkbox(featureId, t(`features.line.${featureId}`))}
            {...errorOf(featureId, true)}
            // Mantine's label holds what stands under it too.
            aria-label={t(`features.name.${featureId}`)}
            onChange={(event) => switchOne(featureId, event.currentTarget.checked)}
          />
          {hasEnd(featureId) && switches[featureId] && (
            <div className={css.end}>
              <DayField first={today} {...shell.field(END, help)} {...errorOf(END, end === '' || isPayloadDate(end))} />
            </div>
          )}
        </div>
      ))}
      <FormFooter submit={t('form.saveChanges')} busy={shell.busy} reason={blocked} onCancel={onCancel} />
      <UnsavedGuard dirty={dirty} />
    </form>
  );
}

/** Leads to a field; the words come from the text around it. */
function ToField({ id, children }: { id: string; children?: string }) {
  return (
    <a
      href={`#${id}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(id)?.focus();
      }}
    >
      {children}
    </a>
  );
}
