/** The edit form of a license: a row per feature, with what each change comes to as it is typed. */
import { Button, SegmentedControl } from '@mantine/core';
import { LICENSE_GENERATIONS } from '@signet/contract/licensed-features';
import { IconAlertCircle, IconRestore } from '@tabler/icons-react';
import { useContext, useId, useRef } from 'react';
import { useLicenseWords } from '../../i18n/license-words.ts';
import { Rich } from '../../i18n/Rich.tsx';
import { useText } from '../../i18n/text.ts';
import { useDraft } from '../../shell/form/use-draft.ts';
import { DraftNotice } from '../../shell/form/DraftNotice.tsx';
import { RecordMissing } from '../../shell/form/LoadedPage.tsx';
import { MissingNotice } from '../../shell/form/MissingNotice.tsx';
import { AccessLost } from '../../shell/form/unsaved-forms.ts';
import { UnsavedGuard } from '../../shell/form/UnsavedGuard.tsx';
import { useCancelKey } from '../../shell/keyboard/cancel-key.ts';
import { useFirstFocus } from '../../shell/keyboard/first-focus.ts';
import { useSubmitKey } from '../../shell/keyboard/submit-key.ts';
import { AS } from '../../shell/list/table-roles.ts';
import { useGo } from '../../shell/routing/go.ts';
import { FormFooter } from '../../ui/FormFooter.tsx';
import { ChangedNotice } from './ChangedNotice.tsx';
import { withAllReset, type Row } from './license-form.ts';
import { LicenseRow } from './LicenseRow.tsx';
import { useLicenseForm, type LicenseFormProps } from './use-license-form.ts';
import css from './license-form.module.css';

const NO_SECRETS: ReadonlySet<string> = new Set();

export function LicenseForm(props: LicenseFormProps) {
  const t = useText();
  const words = useLicenseWords();
  const go = useGo();
  const missing = useContext(RecordMissing);
  const lost = useContext(AccessLost);
  const { license } = props;
  const { form, rows, above, entries, dirty, busy, ...state } = useLicenseForm(props);
  const { restored, discard } = useDraft({ form, names: ['entries'], dirty, secrets: NO_SECRETS });
  const box = useRef<HTMLFormElement>(null);
  const id = useId();
  const inputOf = (key: string): string => `${id}-${key.replace(' ', '-')}`;
  const lockedId = `${id}-locked`;
  const cancel = () => go(state.back);
  useFirstFocus(box);
  useSubmitKey(box);
  useCancelKey(box, cancel);

  const count = rows.filter(({ entry }) => entry !== null).length;
  const wrong = rows.filter((row) => row.wrong !== null);
  const whyNot = missing ? (
    t('form.missing')
  ) : lost ? (
    t('common.pageMessages.403')
  ) : wrong[0] ? (
    <CantSave row={wrong[0]} others={wrong.length - 1} inputId={inputOf(wrong[0].key)} />
  ) : count === 0 ? (
    t('form.nothingChanged')
  ) : null;
  const headings = [
    ['licenses.used', css.num],
    ['licenses.allocated', css.num],
    [above === null ? 'licenses.leftOf.platform' : 'licenses.leftOf.partner', css.num],
    ['licenses.change', undefined],
    ['licenses.newLimit', css.num],
    ['licenses.remaining', css.num],
  ] as const;

  return (
    <form
      ref={box}
      noValidate
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (whyNot === null) state.save();
      }}
    >
      <header className={css.head}>
        <h2>{t('licenses.editOf', { product: words.product(license.app_code) })}</h2>
        {license.show_v2_feature_toggle && (
          <VersionSwitch value={state.generation} whyLocked={dirty ? lockedId : null} onChange={state.choose} />
        )}
        {rows.some(({ actions }) => actions.includes('reset')) && (
          <Button
            color="danger"
            variant="default"
            className={css.danger ?? ''}
            leftSection={<IconRestore size={14} stroke={1.75} aria-hidden />}
            onClick={() => state.setEntries(withAllReset(rows, entries))}
          >
            {t('licenses.resetAll')}
          </Button>
        )}
      </header>
      {license.show_v2_feature_toggle && dirty && (
        <p id={lockedId} className={css.why}>
          {t('licenses.versionLocked')}
        </p>
      )}
      <p className={css.lead}>{t('licenses.lead', { named: above === null ? 'no' : 'yes', name: above ?? '' })}</p>
      {restored && <DraftNotice restored={restored} labelOf={() => 'accounts.licenses'} onDiscard={discard} />}
      {missing && <MissingNotice />}
      {state.changes && <ChangedNotice changes={state.changes} />}
      <table {...AS.table} className={`card ${css.rows}`} aria-label={t('licenses.edit')}>
        <thead {...AS.group}>
          <tr {...AS.row}>
            <th {...AS.head}>{t('licenses.feature')}</th>
            {headings.map(([text, look]) => (
              <th key={text} {...AS.head} className={look}>
                {t(text)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...AS.group}>
          {rows.map((row) => (
            <LicenseRow
              key={row.key}
              row={row}
              above={above}
              inputId={inputOf(row.key)}
              refused={state.refused[row.key] ?? null}
              onChange={(entry) => state.setEntry(row.key, entry)}
            />
          ))}
        </tbody>
      </table>
      <FormFooter submit={t('licenses.save', { count })} busy={busy} reason={whyNot} onCancel={cancel} />
      <UnsavedGuard dirty={dirty && !busy} />
    </form>
  );
}

type SwitchProps = {
  value: (typeof LICENSE_GENERATIONS)[number];
  /** The id of the words that say why: rows hold changes of the version that shows, and another one has other rows. */
  whyLocked: string | null;
  onChange: (value: (typeof LICENSE_GENERATIONS)[number]) => void;
};

/** Which of the two generations shows, and counts from the next save on. */
function VersionSwitch({ value, whyLocked, onChange }: SwitchProps) {
  const t = useText();
  const id = useId();
  return (
    <div className={css.version}>
      <span id={id}>{t('licenses.version')}</span>
      <SegmentedControl
        size="xs"
        aria-labelledby={id}
        aria-describedby={whyLocked ?? undefined}
        data={LICENSE_GENERATIONS.map((one) => ({ value: one, label: one }))}
        value={value}
        readOnly={whyLocked !== null}
        onChange={onChange}
      />
    </div>
  );
}

function CantSave({ row, others, inputId }: { row: Row; others: number; inputId: string }) {
  const words = useLicenseWords();
  const feature = words.feature(row.name);
  const link = <RowLink inputId={inputId} />;
  return (
    <span className={css.cantSave}>
      <IconAlertCircle size={17} stroke={1.75} aria-hidden />
      <span>
        {row.wrong?.kind === 'empty' && others === 0 ? (
          <Rich text="licenses.cantSaveEmpty" params={{ feature }} tags={{ row: link }} />
        ) : (
          <Rich text="licenses.cantSave" params={{ feature, others }} tags={{ row: link }} />
        )}
      </span>
    </span>
  );
}

/** Leads to the field of a row. The words come from the text around it. */
function RowLink({ inputId, children }: { inputId: string; children?: string }) {
  return (
    <a
      href={`#${inputId}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(inputId)?.focus();
      }}
    >
      {children}
    </a>
  );
}
