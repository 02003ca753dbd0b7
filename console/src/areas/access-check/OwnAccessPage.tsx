/** What the person may do, and why: to look before somebody is asked. */
import { useText } from '../../i18n/text.ts';
import { useProfile } from '../../session/profile.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';
import AccessCheck from './AccessCheck.tsx';

export default function OwnAccessPage() {
  const t = useText();
  return (
    <>
      <PageTitle title={t('accessCheck.ownTitle')} />
      <AccessCheck personId={useProfile().id} />
    </>
  );
}
