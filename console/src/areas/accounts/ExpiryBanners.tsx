/**
 * How many accounts end soon, for those who look after them: each banner filters the list and can be put away on its
 * own.
 */
import { LIMITS } from '@signet/contract/limits';
import { useEffect, useState } from 'react';
import { useApi } from '../../api/query.ts';
import { Rich } from '../../i18n/Rich.tsx';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useProfile } from '../../session/profile.ts';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { Banner, BannerPair } from '../../ui/Banner.tsx';
import { isDismissed, lowerDismissals, savedDismissals, saveDismissal } from './dismissals.ts';

export function ExpiryBanners() {
  const t = useText();
  const { id } = useProfile();
  const { data } = useApi('GET /account/ui-api/v1/account/expiringAccounts');
  const [dismissals, setDismissals] = useState(() => savedDismissals(id));
  useEffect(() => {
    if (data) setDismissals(lowerDismissals(id, savedDismissals(id), data));
  }, [id, data]);
  if (!data) return null;
  const [soon, later] = LIMITS.expiryBannerDays;
  const banners = [
    { days: soon, tone: 'bad', count: data['30'] },
    { days: later, tone: 'warn', count: data['60'] },
  ] as const;
  const visibleBanners = banners.filter(({ days, count }) => count > 0 && !isDismissed(dismissals, days, count));
  if (visibleBanners.length === 0) return null;
  return (
    <BannerPair>
      {visibleBanners.map(({ days, tone, count }) => (
        <Banner
          key={days}
          ends
          tone={tone}
          dismiss={t('accounts.expiringDismiss', { days })}
          onDismiss={() => setDismissals(saveDismissal(id, dismissals, days, count))}
        >
          <Rich
            text="accounts.expiring"
            params={{ count, days }}
            tags={{
              show: (
                <PageLink
                  to={paths.accounts({ ends: String(days) })}
                  aria-label={t('accounts.expiringShow', { count, days })}
                />
              ),
            }}
          />
        </Banner>
      ))}
    </BannerPair>
  );
}
