/** The secret of an OAuth client that was made just now, beside the ID that goes with it. */
import { useText } from '../../i18n/text.ts';
import { NewSecret } from '../../shell/secret/NewSecret.tsx';
import { CopyValue } from '../../ui/CopyValue.tsx';

export type MadeSecret = { secret: string; clientId: string };

/** `to` leads back to the clients. */
export function NewClientSecret({ made: { secret, clientId }, to }: { made: MadeSecret; to: string }) {
  const t = useText();
  return (
    <NewSecret
      title={t('oauthClients.shownTitle')}
      warning={t('oauthClients.shownBody')}
      secret={secret}
      copy={t('oauthClients.copySecret')}
      done={t('oauthClients.copied')}
      to={to}
    >
      <div>
        <b className="sm">{t('oauthClients.clientId')}</b>{' '}
        <CopyValue value={clientId} name={t('oauthClients.clientId')} />
      </div>
    </NewSecret>
  );
}
