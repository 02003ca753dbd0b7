/** The user name that was entered, and the way back to another one. */
import { useText } from '../../i18n/text.ts';
import css from './login.module.css';

export function ChosenUser({ userName, onChange }: { userName: string; onChange: () => void }) {
  const t = useText();
  return (
    <div className={css.user}>
      <span className="cut" title={userName}>
        {userName}
      </span>
      <button type="button" className={css.link} onClick={onChange}>
        {t('login.changeUser')}
      </button>
    </div>
  );
}
