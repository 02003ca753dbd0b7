/** What an authenticator app is given: a code to scan, and the same as text for who can't. */
import { useText } from '../../i18n/text.ts';
import { CopyValue } from '../../ui/CopyValue.tsx';
import { QrCode } from './QrCode.tsx';
import css from './second-factor.module.css';

export function AppSecret({ secret, uri }: { secret: string; uri: string }) {
  const t = useText();
  return (
    <div className={css.app}>
      <QrCode value={uri} label={t('secondFactor.qrCode')} />
      <div className={css.typed}>
        <span className="sm t2">{t('secondFactor.typeSecret')}</span>
        <CopyValue value={secret.replaceAll(/(.{4})(?=.)/g, '$1 ')} name={t('secondFactor.secret')} />
      </div>
    </div>
  );
}
