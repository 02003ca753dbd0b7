/**
 * Shows a secret that was made just now. What it is drawn with comes with the page that makes it: loaded only
 * afterwards, it might not come, and the secret would be lost.
 */
import { shownSecret, type NewSecret } from './shown-secret.ts';
import { SecretText } from './SecretText.tsx';

export const showSecret = (secret: NewSecret): void => shownSecret.set({ secret, Text: SecretText });
