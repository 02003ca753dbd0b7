/** Why an account is not in service, in words. */
import { whyOutOfService } from '@signet/contract/areas/account-rules';
import type { AccountRow } from '@signet/contract/areas/accounts';
import { useText } from '../../i18n/text.ts';
import { useDateFormat } from '../../session/profile.ts';

type Service = Pick<AccountRow, 'switched_on' | 'service_period'>;

/** `today` is YYYY-MM-DD. What is answered is empty for an account in service. */
export function useOutOfService(today: string): (account: Service) => string {
  const t = useText();
  const date = useDateFormat();
  return (account) => {
    const { from, to } = account.service_period;
    const texts = {
      switched_off: () => t('accounts.out.switchedOff'),
      not_begun: () => t('accounts.out.notBegun', { day: date(from) }),
      ended: () => t('accounts.out.ended', { day: date(to ?? '') }),
    };
    return whyOutOfService(account, today)
      .map((reason) => texts[reason]())
      .join(' · ');
  };
}
