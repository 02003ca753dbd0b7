/** What an account is linked to at the external identity service: the same when it is created and afterwards. */
import { TextInput } from '@mantine/core';
import { LIMITS } from '@signet/contract/limits';
import { whyNotLine, whyNotWebAddress } from '@signet/contract/rules';
import type { Reason } from '@signet/contract/problem';
import { useText, type TextKey } from '../../i18n/text.ts';
import type { FieldProps } from '../../shell/form/form-shell.ts';
import { shortened } from '../../shell/form/shortened.ts';

export type Federation = {
  federated_account_id: string;
  federated_account_name: string;
  federated_account_details_url: string;
};
type Field = keyof Federation;

export const FEDERATION_LABELS = {
  federated_account_id: { label: 'accounts.federatedId' },
  federated_account_name: { label: 'accounts.federatedName' },
  federated_account_details_url: { label: 'accounts.federatedUrl' },
} as const satisfies Record<Field, { label: TextKey }>;

/** As much of an account's name as other names may hold. */
export const legal = (name: string): string => shortened(name, LIMITS.nameMax);

const filled = (value: string): Reason | null =>
  value.trim() === '' ? { status: 'REQUIRED' } : whyNotLine(value, LIMITS.nameMax);

export function checkFederation(values: Federation): Record<Field, Reason | null> {
  return {
    federated_account_id: filled(values.federated_account_id),
    federated_account_name: filled(values.federated_account_name),
    federated_account_details_url: whyNotWebAddress(values.federated_account_details_url),
  };
}

/** `field` of the form's shell. */
export function FederationFields({ field }: { field: (name: Field) => FieldProps }) {
  const t = useText();
  return (
    <>
      <TextInput {...field('federated_account_id')} autoComplete="off" />
      <TextInput {...field('federated_account_name')} autoComplete="off" />
      {/* Its rule stays in view beside the error. */}
      <TextInput
        {...field('federated_account_details_url')}
        description={t('accounts.federatedUrlHelp')}
        type="url"
        autoComplete="off"
      />
    </>
  );
}
