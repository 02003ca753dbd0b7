/** The code and message that came with an error, as plain text to pass on. */
import { useText } from '../../i18n/text.ts';
import { CopyValue } from '../../ui/CopyValue.tsx';
import css from './errors.module.css';

export function ErrorFacts({ code, message }: { code?: string | undefined; message?: string | undefined }) {
  const t = useText();
  if (!code && !message) return null;
  return (
    <dl className={css.facts}>
      {code && (
        <>
          <dt>{t('errors.code')}</dt>
          <dd>
            <CopyValue value={code} name={t('errors.code')} />
          </dd>
        </>
      )}
      {message && (
        <>
          <dt>{t('errors.message')}</dt>
          <dd>{message}</dd>
        </>
      )}
    </dl>
  );
}
