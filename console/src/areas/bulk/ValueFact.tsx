/** What an act gives every row, in words. */
import { ACCESS } from '@signet/contract/access';
import { GIVEN_REASONS } from '@signet/contract/areas/certificate-rules';
import { isPayloadDate } from '@signet/contract/dates';
import { isLocale, localeName } from '@signet/contract/locales';
import { Rich } from '../../i18n/Rich.tsx';
import { useText } from '../../i18n/text.ts';
import { useDateFormat } from '../../session/profile.ts';
import { Allowed } from '../../shell/permission/Allowed.tsx';
import { PartnerName } from './PartnerName.tsx';
import { RoleName } from './RoleName.tsx';

export function ValueFact({ input }: { input: Readonly<Record<string, unknown>> | null }) {
  const t = useText();
  const date = useDateFormat();
  if (!input) return null;
  const { locale, to, partner_account_id: partner, role_id: role } = input;
  if (typeof locale === 'string' && isLocale(locale))
    return <Rich text="bulk.value.language" params={{ value: localeName(locale) }} />;
  if (typeof to === 'string' && isPayloadDate(to)) return <Rich text="bulk.value.end" params={{ value: date(to) }} />;
  if (typeof role === 'string')
    return (
      <Allowed access={ACCESS.roles.view}>
        <RoleName id={role} />
      </Allowed>
    );
  const reason = GIVEN_REASONS.find((one) => one === input['reason']);
  if (reason) return <Rich text="bulk.value.reason" params={{ value: t(`certificateList.reason.${reason}`) }} />;
  if (partner === null) return <Rich text="bulk.value.partner" params={{ value: t('bulk.noPartner') }} />;
  if (typeof partner !== 'string') return null;
  return (
    <Allowed access={ACCESS.accounts.view}>
      <PartnerName id={partner} />
    </Allowed>
  );
}
