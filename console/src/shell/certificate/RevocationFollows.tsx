/** What is lost from the moment a certificate is revoked or put on hold, and what stays as it is. */
import { IconCheck, IconX } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import css from './revocation.module.css';

type Props = {
  /** Who holds it, by which the words differ, and their name. */
  whose: 'person' | 'service' | 'seat' | 'none';
  name: string;
  /** Whether it is good for signing in or calling until then. */
  inUse: boolean;
  holds?: boolean;
};

export function RevocationFollows({ whose, name, inUse, holds = false }: Props) {
  const t = useText();
  const lost = <IconX size={16} stroke={1.75} className={css.lost} aria-hidden />;
  const stays = <IconCheck size={16} stroke={1.75} className={css.stays} aria-hidden />;
  return (
    <ul className={css.follows}>
      {inUse && (
        <li>
          {lost}
          {t('certificateList.lostUse', { whose, name })}
        </li>
      )}
      <li>
        {lost}
        {t(holds ? 'certificateList.lostStatus' : 'certificateList.lostForGood')}
      </li>
      <li>
        {stays}
        {holds
          ? t('certificateList.holdUndo', { release: t('certificateList.release') })
          : t('certificateList.stays', { whose, name })}
      </li>
    </ul>
  );
}
