/** The state of the edit form: what is typed, what it was read from, and what became of the last attempt to save. */
import { useForm } from '@mantine/form';
import type { LicenseApplication, LicenseFeature } from '@signet/contract/areas/licenses';
import type { Account } from '@signet/contract/areas/accounts';
import type { LicenseGeneration } from '@signet/contract/licensed-features';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { Failure } from '../../api/failure.ts';
import { operationKeys } from '../../api/operation-key.ts';
import { showProblem } from '../../api/show-problem.ts';
import { paths } from '../../paths.ts';
import { useScope } from '../../session/permissions.ts';
import { dismissAttempt, notify } from '../../shell/notices/notifications.ts';
import type { FieldReason } from '../../shell/form/ReasonText.tsx';
import { useGoOn } from '../../shell/routing/go.ts';
import {
  changedRows,
  differences,
  entriesIn,
  eventOf,
  openingGeneration,
  placeOfField,
  rowKey,
  rowsOf,
  updateOf,
  type Difference,
  type Entries,
  type Entry,
  type Row,
} from './license-form.ts';
import { saveLicense } from './save-license.ts';

export type LicenseFormProps = {
  account: Account;
  /** As it was read when the page was opened. */
  license: LicenseApplication;
  reread: () => Promise<LicenseApplication>;
  /** Asked after a 404: whether the license can't be found any more. */
  isMissing: () => Promise<boolean>;
};

/** `read`: the features of the entries, as they stood when each was begun. A draft has them too. */
type Values = { entries: Entries; read: Readonly<Record<string, LicenseFeature>> };

/** The same for these entries; what was begun before stays as it was read `before`. */
const readOf = (entries: Entries, { features }: LicenseApplication, before: Values['read']): Values['read'] =>
  Object.fromEntries(
    features.flatMap((feature) => {
      const key = rowKey(feature);
      return entries[key] ? [[key, before[key] ?? feature]] : [];
    }),
  );

const generationOf = (entries: Entries): LicenseGeneration | null => {
  const [key] = Object.keys(entries);
  return key === undefined ? null : key.startsWith('v1 ') ? 'v1' : 'v2';
};

export function useLicenseForm({ account, license, reread, isMissing }: LicenseFormProps) {
  const leadOn = useGoOn();
  const scope = useScope();
  const attempt = useLocation().pathname;
  const form = useForm<Values>({ initialValues: { entries: {}, read: {} } });
  const { entries, read } = form.values;
  const [base, setBase] = useState(license);
  const [chosen, setChosen] = useState(openingGeneration(license));
  const [busy, setBusy] = useState(false);
  const [saved, setSaved] = useState(false);
  const [changes, setChanges] = useState<Difference[] | null>(null);
  const [refused, setRefused] = useState<Readonly<Record<string, FieldReason>>>({});
  const [keyOf] = useState(operationKeys);

  // Entries of a draft may be of the other generation than the one that shows as a rule.
  const generation = generationOf(entries) ?? chosen;
  const rows = rowsOf(base, generation, entries, {
    scope,
    holder: { app_code: license.app_code, type: account.type },
  });
  const back = paths.account(account.id, 'licenses');
  const setEntries = (next: Entries) => {
    setSaved(false);
    form.setValues({ entries: next, read: readOf(next, base, read) });
  };
  // Nothing as a rule: what was read stands in the entries, but where they come of a draft.
  const meanwhile = differences({ features: Object.values(read) }, base, entries);

  async function save(): Promise<void> {
    dismissAttempt(attempt);
    setBusy(true);
    const sent = changedRows(rows);
    const goOn = leadOn();
    const update = updateOf(rows, generation);
    const at = { id: account.id, app: license.app_code };
    try {
      await saveLicense({ ...at, update, event: eventOf(rows), key: keyOf({ ...at, update }) });
      setSaved(true);
      notify({ type: 'success', message: 'licenses.saved', translateMessage: true });
      goOn(back);
    } catch (thrown) {
      if (thrown instanceof Failure && thrown.httpStatus === 404 && (await isMissing())) return;
      const refusals = thrown instanceof Failure ? refusalsOf(thrown, sent) : {};
      if (Object.keys(refusals).length > 0) await takeIn(refusals, thrown);
      else showProblem(thrown, undefined, attempt);
    } finally {
      setBusy(false);
    }
  }

  /** The rows were judged by figures that hold no more: takes in today's, keeps what was typed, says what changed. */
  async function takeIn(refusals: Readonly<Record<string, FieldReason>>, thrown: unknown): Promise<void> {
    try {
      const now = await reread();
      const found = differences(base, now, entries);
      setBase(now);
      // With what was typed since it was sent.
      const left = entriesIn(now, form.getValues().entries);
      setSaved(false);
      form.setValues({ entries: left, read: readOf(left, now, {}) });
      setChanges(found.length > 0 ? found : null);
      setRefused(found.length > 0 ? {} : refusals);
    } catch {
      showProblem(thrown, undefined, attempt);
    }
  }

  return {
    form,
    rows,
    generation,
    /** The name of the partner whose licenses are moved; null for the platform's. */
    above: base.features[0]?.attributes.available_of ?? null,
    entries,
    dirty: Object.keys(entries).length > 0 && !saved,
    busy,
    changes: changes ?? (meanwhile.length > 0 ? meanwhile : null),
    refused,
    back,
    choose: setChosen,
    setEntries,
    setEntry: (key: string, entry: Entry | null) => {
      const { [key]: _, ...others } = entries;
      setRefused(({ [key]: __, ...rest }) => rest);
      setEntries(entry ? { ...others, [key]: entry } : others);
    },
    save: () => {
      if (!busy) void save();
    },
  };
}

/** What the server says of rows of the update, by their keys. */
function refusalsOf({ fields }: Failure, sent: readonly Row[]): Record<string, FieldReason> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, reason]): [string, FieldReason][] => {
      const place = placeOfField(field);
      const row = place === null ? undefined : sent[place];
      return row ? [[row.key, reason]] : [];
    }),
  );
}
