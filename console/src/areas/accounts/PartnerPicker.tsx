/** Chooses the partner that accounts are given to, where the choice is no field of a form. */
import type { ReactNode } from 'react';
import { useText } from '../../i18n/text.ts';
import { AccountPicker } from '../../shell/account/AccountPicker.tsx';

export default function PartnerPicker({
  id,
  value,
  onChange,
  error = null,
}: {
  id: string;
  value: string;
  onChange: (partner: string) => void;
  error?: ReactNode;
}) {
  const t = useText();
  return (
    <AccountPicker
      id={id}
      name="partner"
      label={t('accounts.newPartner')}
      type="partner"
      value={value}
      onChange={onChange}
      onBlur={() => undefined}
      error={error}
      aria-invalid={error !== null}
      description={null}
    />
  );
}
