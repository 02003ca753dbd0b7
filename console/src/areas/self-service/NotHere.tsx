/** Why nobody can make a user here now; who has one can still sign in. */
import { problemText } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import type { FieldReason } from '../../shell/form/ReasonText.tsx';
import { PublicPage } from '../../shell/public/PublicPage.tsx';
import { ToSignIn } from '../../shell/public/ToSignIn.tsx';

export function NotHere({ reason }: { reason: FieldReason }) {
  const t = useText();
  return (
    <PublicPage title={t('selfService.notNow')} intro={problemText({ message: '', ...reason })}>
      <ToSignIn />
    </PublicPage>
  );
}
