/** The own record as facts: on the profile and on the own administrator details. */
import { DEFAULT_DATE_FORMAT } from '@signet/contract/dates';
import { localeName } from '@signet/contract/locales';
import { whyNotAliases } from '@signet/contract/rules';
import { useText } from '../../i18n/text.ts';
import { useProfile } from '../../session/profile.ts';
import { Facts, type Fact } from '../../ui/Facts.tsx';
import css from './own-facts.module.css';

export function OwnFacts() {
  const t = useText();
  const profile = useProfile();
  const none = <span className="t3">{t('common.none')}</span>;
  const facts: Fact[] = [
    { label: t('person.firstName'), value: profile.first_name },
    { label: t('person.lastName'), value: profile.last_name },
    { label: t('person.userName'), value: <span className="mono">{profile.user_name}</span> },
    { label: t('person.email'), value: profile.email },
    { label: t('person.phone'), value: profile.phone === '' ? none : profile.phone },
    { label: t('person.language'), value: localeName(profile.locale) },
    {
      label: t('person.dateFormat'),
      value: <span className="mono">{profile.date_format || DEFAULT_DATE_FORMAT}</span>,
    },
    { label: t('person.scope'), value: t(`scope.${profile.access_scope}`) },
  ];
  if (whyNotAliases(profile) === null) {
    const aliases = Object.entries(profile.aliases);
    const list = (
      <ul className={css.aliases}>
        {aliases.map(([identifier, value]) => (
          <li key={identifier}>
            <span className="mono">{identifier}</span> {value}
          </li>
        ))}
      </ul>
    );
    facts.push({ label: t('profile.aliases'), value: aliases.length === 0 ? none : list, wide: true });
  }
  return (
    <div className={css.own}>
      <Facts facts={facts} />
    </div>
  );
}
