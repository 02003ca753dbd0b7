/** Who is shut out when a way to sign in is switched, said before it is saved. */
import { problemText } from '../../api/show-problem.ts';
import { currentLocale, useText } from '../../i18n/text.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Busy } from '../../ui/Busy.tsx';
import type { useSignInEffects } from './sign-in-effects.ts';

/** `effects`: what {@link useSignInEffects} answers, so that the form around it may ask for a confirmation by it. */
export function SignInEffects({ effects }: { effects: ReturnType<typeof useSignInEffects> }) {
  const t = useText();
  const { data, error } = effects;
  if (error && !data) return <Banner tone="bad">{problemText(error)}</Banner>;
  if (!data) return <Busy />;
  const { people, first, administrators, yourself } = data;
  if (people === 0) return <Banner tone="info">{t('signInEffects.none')}</Banner>;
  const names = first.map(({ name }) => name);
  const more = people - names.length;
  const list = new Intl.ListFormat(currentLocale().replace('_', '-'), { type: 'conjunction' }).format(
    more > 0 && names.length > 0 ? [...names, t('signInEffects.more', { count: more })] : names,
  );
  return (
    <Banner tone="warn">
      <p>{t('signInEffects.people', { people })}</p>
      {names.length > 0 && <p>{list}</p>}
      <p>{t('signInEffects.administrators', { administrators })}</p>
      {yourself && <p className="strong">{t('signInEffects.yourself')}</p>}
    </Banner>
  );
}
