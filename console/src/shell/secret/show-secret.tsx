/**
 * Shows a secret that was made just now. What it is drawn with comes with the page that makes it: loaded only
 * afterwards, it might not come, and the secret would be lost.
 */
import { t } from '../../i18n/text.ts';
import { showOnce } from './shown-secret.ts';
import { SecretText, type NewSecret } from './SecretText.tsx';

export const showSecret = (secret: NewSecret): void =>
  showOnce({
    title: secret.title,
    isKept: secret.done !== undefined,
    Content: (props) => <SecretText {...props} secret={secret} />,
  });

/** The same of one that has no name but that of its kind, such as "Webhook secret". */
export const showNamedSecret = (name: string, secret: Omit<NewSecret, 'title' | 'copy'>): void =>
  showSecret({ title: t('secret.title', { name }), copy: t('common.copy'), ...secret });
