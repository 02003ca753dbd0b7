/** Past the navigation, to the page itself: the first stop of the keyboard. */
import { useText } from '../../i18n/text.ts';
import css from './frame.module.css';

export function SkipLink() {
  const t = useText();
  return (
    <a
      className={css.skip}
      href="#main"
      onClick={(event) => {
        // A real jump would change the hash, where lists have their page and the links of mails their code.
        event.preventDefault();
        document.getElementById('main')?.focus();
      }}
    >
      {t('shell.skip')}
    </a>
  );
}
