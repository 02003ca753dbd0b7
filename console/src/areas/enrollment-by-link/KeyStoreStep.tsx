/** Behind the gate of the assistant: which token, then the certificate. */
import type { Token } from '@signet/contract/assistant/key-stores';
import { useState } from 'react';
import type { Opened } from './opened.ts';
import type { FormValues } from './form-values.ts';
import { InstallStep } from './InstallStep.tsx';
import { keep, keptOf } from './kept.ts';
import { TokenStep } from './TokenStep.tsx';
import { Looking } from './Looking.tsx';
import { useTokens } from './use-tokens.ts';

type Props = Opened & { values: FormValues };

export function KeyStoreStep(props: Props) {
  return props.enrollment.keystore_location === 'hardware_token' ? <InToken {...props} /> : <InSoftware {...props} />;
}

function InToken(props: Props) {
  const { enrollment } = props;
  const [token, setToken] = useState<Token | null>(null);
  if (!token) return <TokenStep {...props} onChosen={setToken} />;
  return (
    <InstallStep
      {...props}
      token={token}
      onBack={() => {
        // The key of the former token is of no use in another one.
        keep(enrollment.id, { ...keptOf(enrollment.id), request: null });
        setToken(null);
      }}
    />
  );
}

function InSoftware(props: Props) {
  const found = useTokens('software');
  const [token] = found.tokens ?? [];
  return token ? <InstallStep {...props} token={token} /> : <Looking found={found} />;
}
