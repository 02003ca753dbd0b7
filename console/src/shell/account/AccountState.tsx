/** Whether an account is in service, in a word: quiet in rows, a badge in the head of a page. */
import { useText } from '../../i18n/text.ts';
import { StatusBadge, StatusDot } from '../../ui/State.tsx';

/** For rows. `why` it is out of service, and the `word` for that where it is another than "Inactive". */
export function AccountState({ active, why = '', word }: { active: boolean; why?: string; word?: string }) {
  const t = useText();
  return (
    <StatusDot on={active} hint={active ? '' : why}>
      {active ? t('accounts.active') : (word ?? t('accounts.inactive'))}
    </StatusDot>
  );
}

/** For the head of a page. */
export function AccountBadge({ active }: { active: boolean }) {
  const t = useText();
  return <StatusBadge tone={active ? 'ok' : 'off'}>{t(active ? 'accounts.active' : 'accounts.inactive')}</StatusBadge>;
}
