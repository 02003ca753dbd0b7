/** The not-found screen (S-088): inside the frame for those who are signed in. */
import { IconMapOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { startSession } from '../../session/start.ts';
import { storedTokens, useSession } from '../../session/state.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ButtonLink } from './ButtonLink.tsx';
import { EitherFrame } from '../frame/EitherLayout.tsx';
import { FramePending } from '../frame/FramePending.tsx';

export default function NotFound() {
  // An address that no route matches, such as one that can't be decoded, comes here before anybody has looked who is
  // signed in; after a sign-in, before the person and the texts of the frame are there.
  const [known, setKnown] = useState(() => storedTokens() === null);
  useEffect(() => {
    if (known) return;
    void startSession()
      .catch(() => null)
      .then(() => setKnown(true));
  }, [known]);
  if (!known) return <FramePending />;
  return (
    <EitherFrame>
      <NotFoundBody />
    </EitherFrame>
  );
}

/** With `record` for one that does not exist, or that the person may not see: the two look the same on purpose. */
export function NotFoundBody({ record = false }: { record?: boolean }) {
  const t = useText();
  const { isAuth } = useSession();
  return (
    <EmptyState
      level={1}
      icon={IconMapOff}
      title={t('notFound.title')}
      action={
        <ButtonLink to={isAuth ? paths.home() : paths.login()} size="sm" variant="filled">
          {isAuth ? t('notFound.home') : t('notFound.signIn')}
        </ButtonLink>
      }
    >
      {t(record ? 'notFound.record' : 'notFound.body')}
    </EmptyState>
  );
}
