/** Loads the profile, switches to its language and forwards to the person's own administrator page (S-109). */
import { isLocale } from '@signet/contract/locales';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readAnew } from '../../api/query.ts';
import { showProblem } from '../../api/show-problem.ts';
import { activateLanguage } from '../../i18n/language.ts';
import { paths } from '../../paths.ts';
import { profileQuery, type OwnProfile } from '../../session/profile.ts';
import { useGo } from '../../shell/routing/go.ts';
import { UnreadPage } from '../../shell/routing/UnreadPage.tsx';

export default function RedirectPage() {
  const go = useGo();
  const query = useQuery(readAnew<OwnProfile>(profileQuery));
  const profile = query.error || !query.isFetchedAfterMount ? undefined : query.data;
  const [id, locale] = [profile?.id, profile?.locale];
  useEffect(() => {
    async function forward(to: string) {
      if (isLocale(locale)) await activateLanguage(locale).catch(showProblem);
      go(paths.administrator(to), { replace: true });
    }
    if (id !== undefined) void forward(id);
  }, [go, id, locale]);
  return <UnreadPage query={query} />;
}
