/** The fields of a seat. Account, type and identifier are chosen once: certificates name them. */
import { Radio, TextInput } from '@mantine/core';
import { ACCESS } from '@signet/contract/access';
import { SEAT, SEAT_TYPES, type SeatType } from '@signet/contract/areas/seat-record';
import type { Reason } from '@signet/contract/problem';
import { emptyForm, formFields, formValues, type FormValues } from '@signet/contract/record-form';
import { useText } from '../../i18n/text.ts';
import { useAllows } from '../../session/permissions.ts';
import { useOwnAccountName } from '../../shell/account/account-name.ts';
import { AccountPicker } from '../../shell/account/AccountPicker.tsx';
import { reasonsOf } from '../../shell/form/check.ts';
import { laterSchema } from '../../shell/form/later-schema.ts';
import { FormPage } from '../../shell/form/FormPage.tsx';
import { useFormFoot, type FormSource } from '../../shell/form/form-source.ts';
import { inWords } from '../../shell/form/in-words.ts';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import { Allowed } from '../../shell/permission/Allowed.tsx';
import { ExplainedRadios } from '../../ui/ExplainedRadios.tsx';
import { FormGroup } from '../../ui/FormGroup.tsx';

const seatCreate = laterSchema(async () => (await import('@signet/contract/areas/seats')).seatCreate);

export type SeatValues = FormValues<typeof SEAT> & { account_id: string };

export const NO_SEAT = { ...emptyForm(SEAT), type: 'user' };

/** What of a record stands in the form. */
export const valuesOf = (record: SeatValues & { type: SeatType }): SeatValues => ({
  ...formValues(SEAT, record),
  account_id: record.account_id,
});

/** Whoever sees many accounts begins without one: what is chosen can't be changed later. */
const check = ({ account_id, ...values }: SeatValues): Record<string, Reason | null> => ({
  ...reasonsOf(seatCreate, values),
  account_id: account_id === '' ? { status: 'REQUIRED_CHOICE' } : null,
});

const typeOf = (value: string): SeatType => SEAT_TYPES.find((type) => type === value) ?? 'user';

type Props = {
  title: string;
  form: FormSource<SeatValues>;
  /** Whether the account stands in the form: to be chosen, or for who may not look at accounts, the own one. */
  choosesAccount?: boolean;
};

export function SeatForm({ title, form, choosesAccount = false }: Props) {
  const t = useText();
  const seesAccounts = useAllows(ACCESS.accounts.view);
  const shell = useFormShell<SeatValues>({
    fields: { account_id: { label: 'seats.account' }, ...formFields(SEAT) },
    check,
    ...form,
  });
  const ownAccount = useOwnAccountName(shell.values.account_id);
  const type = typeOf(shell.values.type);
  return (
    <FormPage
      title={title}
      shell={shell}
      {...useFormFoot(form, shell)}
      displayValue={(field, value) =>
        field === 'type' ? inWords(SEAT_TYPES, value, (one) => t(`seats.type.${one}`)) : String(value)
      }
    >
      <FormGroup title={t('seats.one')} lead={t(form.edits ? 'seats.fixed' : 'seats.fixedLater')}>
        {choosesAccount && (
          <Allowed access={ACCESS.accounts.view}>
            <AccountPicker {...shell.field('account_id')} />
          </Allowed>
        )}
        {choosesAccount && !seesAccounts && <TextInput {...shell.field('account_id')} value={ownAccount} readOnly />}
        {form.edits ? (
          <TextInput {...shell.field('type')} value={t(`seats.type.${type}`)} readOnly />
        ) : (
          <Radio.Group {...shell.field('type')}>
            <ExplainedRadios
              choices={SEAT_TYPES.map((one) => ({
                value: one,
                label: t(`seats.type.${one}`),
                explanation: t(`seats.typeHelp.${one}`),
              }))}
            />
          </Radio.Group>
        )}
        <TextInput
          {...shell.field('identifier', form.edits ? undefined : t(`seats.identifierHelp.${type}`))}
          readOnly={form.edits}
          autoComplete="off"
          spellCheck={false}
        />
      </FormGroup>
      <FormGroup title={t('seats.details')}>
        <TextInput {...shell.field('name', t(`seats.nameHelp.${type}`))} autoComplete="off" />
        <TextInput
          {...shell.field('email', t(type === 'user' ? 'seats.emailHelp.user' : 'seats.emailHelp'))}
          type="email"
          autoComplete="off"
        />
        <TextInput {...shell.field('description')} autoComplete="off" />
      </FormGroup>
    </FormPage>
  );
}
