/** Signing in by a passkey, without user name and password. */
import { Button } from '@mantine/core';
import { browserSupportsWebAuthn, startAuthentication } from '@simplewebauthn/browser';
import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { callPublic } from '../../api/call.ts';
import { asFailure } from '../../api/failure.ts';
import { showProblem } from '../../api/show-problem.ts';
import { useText } from '../../i18n/text.ts';
import { beginSession } from '../../session/start.ts';
import { tokensFromWire } from '../../session/tokens.ts';
import { useGo } from '../../shell/routing/go.ts';
import { leadsTo } from './refused.ts';
import css from './login.module.css';

const ATTEMPT = 'passkey';

export function PasskeyButton({ onSignedIn }: { onSignedIn: () => void }) {
  const t = useText();
  const go = useGo();
  const [busy, setBusy] = useState(false);
  if (!browserSupportsWebAuthn()) return null;

  async function signIn() {
    setBusy(true);
    try {
      const { data: optionsJSON } = await callPublic('POST /account/ui-api/v1/auth/passkey/options');
      // Whoever closes the browser's question has said so; it needs no words.
      const answer = await startAuthentication({ optionsJSON }).catch(() => null);
      if (answer === null) return;
      const { data, at } = await callPublic('POST /account/ui-api/v1/auth/passkey', { body: { answer } });
      beginSession(tokensFromWire(data, at, new Date()));
      onSignedIn();
    } catch (thrown) {
      const elsewhere = await leadsTo(asFailure(thrown));
      if (elsewhere === null) showProblem(thrown, undefined, ATTEMPT);
      else go(elsewhere);
    } finally {
      setBusy(false);
    }
  }
  return (
    <div className={css.act}>
      <Button
        size="md"
        fullWidth
        loading={busy}
        leftSection={<IconFingerprint size={18} stroke={1.75} aria-hidden />}
        onClick={() => void signIn()}
      >
        {t('secondFactor.passkey')}
      </Button>
    </div>
  );
}
