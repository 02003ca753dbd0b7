/** Before a key is made in a place of a token that holds one: which key is made over. */
import type { Token } from '@signet/contract/assistant/key-stores';
import { isReplacedIn } from '@signet/contract/assistant/token-rules';
import { useQuery } from '@tanstack/react-query';
import { sentenceGap, useText } from '../../i18n/text.ts';
import { useAssistant } from '../../shell/assistant/assistant.ts';
import { Banner } from '../../ui/Banner.tsx';
import css from './enrollment.module.css';
import type { Opened } from './opened.ts';
import { nameOfToken, slotFor } from './token-rules.ts';

type Props = Pick<Opened, 'enrollment'> & { token: Token };

export function ReplacedKey({ enrollment: { renews }, token }: Props) {
  const t = useText();
  const assistant = useAssistant();
  const { keystore, serial } = token;
  const { slot } = slotFor(token);
  const { data: keys = [] } = useQuery({
    queryKey: ['enrollment', 'keys', keystore, serial],
    queryFn: async () => (await assistant.ask('certificate', { keystore })).certificates,
    enabled: slot !== undefined,
    gcTime: 0,
    // Where it can't be read, the assistant still asks before the key is made.
    retry: false,
  });
  const key = keys.find((one) => isReplacedIn(token, slot, one));
  // The key that is renewed is not made over: it has to sign, so that nothing is made.
  if (!key || (renews && key.certificate?.fingerprint === renews.fingerprint)) return null;
  const { label, certificate } = key;
  return (
    <div className={css.outcome}>
      <Banner tone="warn">
        {t('enrollment.replaces', { name: nameOfToken(token), label })}
        {sentenceGap()}
        {certificate &&
          t('enrollment.replacesCertificate', { subject: certificate.subject, issuer: certificate.issuer })}
      </Banner>
    </div>
  );
}
