/** For somebody who is signed in: what they can open, and the products that are not theirs yet (S-028 to S-030). */
import { useQuery } from '@tanstack/react-query';
import { useText } from '../../i18n/text.ts';
import { ownApplicationsQuery, useProfile } from '../../session/profile.ts';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { useNavigation } from '../../shell/navigation/use-navigation.ts';
import { Unread } from '../../shell/routing/Unread.tsx';
import { Busy } from '../../ui/Busy.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { NoAccessBanner } from './NoAccessBanner.tsx';
import { Offers } from './Offers.tsx';
import { promoted } from './products.ts';
import css from './welcome.module.css';

export default function OwnWelcome() {
  const t = useText();
  const profile = useProfile();
  const { data, error, refetch } = useQuery(ownApplicationsQuery);
  const entries = useNavigation().flatMap((entry) => entry.children ?? [entry]);
  const offers = data ? promoted(data.items.map((one) => one.app_code)) : [];
  return (
    <div className={css.welcome}>
      <div>
        <PageTitle title={t('welcome.headline', { name: profile.first_name })} lead={t('welcome.lead')} />
      </div>
      <NoAccessBanner />
      {error && !data && <Unread error={error} retry={refetch} title="page.failed" />}
      {!error && !data && <Busy />}
      {entries.length > 0 && (
        <section>
          <h2>{t('welcome.start')}</h2>
          <ul className={css.start}>
            {entries.map((entry) => (
              <li key={entry.text}>
                <ButtonLink
                  to={entry.to}
                  size="sm"
                  leftSection={entry.icon && <entry.icon size={16} stroke={1.75} aria-hidden />}
                >
                  {t(entry.text)}
                </ButtonLink>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Offers title={t('welcome.more')} products={offers} />
      {data && offers.length === 0 && <p className="t2 sm">{t('welcome.all')}</p>}
    </div>
  );
}
