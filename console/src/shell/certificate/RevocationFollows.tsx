/** What is lost from the moment a certificate is revoked or put on hold, and what stays as it is. */
import { useText } from '../../i18n/text.ts';
import { Follows } from '../confirm/Follows.tsx';

type Props = {
  /** Who holds it, by which the words differ, and their name. */
  whose: 'person' | 'service' | 'seat' | 'none';
  name: string;
  /** Whether it is good for signing in or calling until then. */
  inUse: boolean;
  /** Put on hold, which can be undone, instead of revoked. */
  holds?: boolean;
};

export function RevocationFollows({ whose, name, inUse, holds = false }: Props) {
  const t = useText();
  return (
    <Follows
      lost={[
        ...(inUse ? [t('certificateList.lostUse', { whose, name })] : []),
        t(holds ? 'certificateList.lostStatus' : 'certificateList.lostForGood'),
      ]}
      stays={[
        holds
          ? t('certificateList.holdUndo', { release: t('certificateList.release') })
          : t('certificateList.stays', { whose, name }),
      ]}
    />
  );
}
