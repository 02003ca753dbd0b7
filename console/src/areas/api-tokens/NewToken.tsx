/** The text of a token that was made just now: shown this once. */
import { useText } from '../../i18n/text.ts';
import { NewSecret } from '../../shell/secret/NewSecret.tsx';

/** `to` leads back to the list of tokens. */
export function NewToken({ token, to }: { token: string; to: string }) {
  const t = useText();
  return (
    <NewSecret
      title={t('tokens.shownTitle')}
      warning={t('tokens.shownBody')}
      secret={token}
      copy={t('tokens.copy')}
      done={t('tokens.copied')}
      to={to}
    >
      <p className="t2">{t('tokens.shownUse')}</p>
      <pre>{`curl -H 'x-api-key: ${token.slice(0, 7)}…' ${location.origin}/account/ui-api/v1/auth/me`}</pre>
    </NewSecret>
  );
}
