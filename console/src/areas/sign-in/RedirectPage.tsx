/** Loads the profile, switches to its language and forwards to the person's own administrator page (S-109). */
import { isLocale } from '@signet/contract/locales';
import { useEffect } from 'react';
import { activateLanguage } from '../../i18n/language.ts';
import { paths } from '../../paths.ts';
import { queryClient } from '../../api/query.ts';
import { showProblem } from '../../api/show-problem.ts';
import { profileQuery } from '../../session/profile.ts';
import { useGo } from '../../shell/routing/go.ts';
import { Busy } from '../../ui/Busy.tsx';

export default function RedirectPage() {
  const go = useGo();
  useEffect(() => {
    async function forward() {
      const profile = await queryClient.fetchQuery({ ...profileQuery, staleTime: 0 });
      if (isLocale(profile.locale)) await activateLanguage(profile.locale);
      go(paths.administrator(profile.id), { replace: true });
    }
    void forward().catch(showProblem);
  }, [go]);
  return <Busy />;
}
