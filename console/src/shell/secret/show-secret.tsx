/**
 * Shows a secret that was made just now. What it is drawn with comes with the page that makes it: loaded only
 * afterwards, it might not come, and the secret would be lost.
 */
import { showOnce } from './shown-secret.ts';
import { SecretText, type NewSecret } from './SecretText.tsx';

export const showSecret = (secret: NewSecret): void =>
  showOnce({ title: secret.title, Content: (props) => <SecretText {...props} secret={secret} /> });
