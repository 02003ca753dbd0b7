/**
 * Shows what needs the trust assistant once it is connected, and before that what stands in the way (S-171). Works
 * before sign-in as well. Inside, `useAssistant().ask(command, input)` runs commands.
 */
import {
  HARDWARE_TOKENS,
  higherMinimum,
  MINIMUM_VERSIONS,
  reaches,
  whyNotVersion,
  type AssistantLocation,
} from '@signet/contract/assistant/prerequisites';
import { useEffect, useState, type ReactNode } from 'react';
import type { Connection } from '../../assistant/connection.ts';
import { useText } from '../../i18n/text.ts';
import { useAssistant, useConnection, useDemandedVersion } from './assistant.ts';
import { Looking } from './Looking.tsx';
import { halvesOf, PairingScreen } from './PairingScreen.tsx';
import { Prerequisites } from './Prerequisites.tsx';
import { SoftwareKeyStore } from './SoftwareKeyStore.tsx';
import { TroubleScreen } from './TroubleScreen.tsx';
import { VersionScreen } from './VersionScreen.tsx';

type Props = {
  /** Where the keys shall lie: each place has its own needs. `any`: wherever they are. */
  location: AssistantLocation | 'any';
  children: ReactNode;
  /** What stands around a screen of the gate itself, such as the title of a page whose children have their own. */
  frame?: (screen: ReactNode) => ReactNode;
};

export function AssistantGate({ frame = (screen) => screen, ...props }: Props) {
  return (
    <Prerequisites frame={frame}>
      <Connected {...props} frame={frame} />
    </Prerequisites>
  );
}

/** The software key store alone needs a newer one, and the platform may demand one that is newer still. */
const minimumFor = (location: Props['location'], demanded: string | null): string =>
  higherMinimum(MINIMUM_VERSIONS[location === 'software' ? 'software' : 'hardware_token'], demanded);

function versionFault({ hello }: Connection, location: Props['location'], minimum: string) {
  if (!hello) return null;
  const fault = whyNotVersion(hello.version, minimum);
  if (fault) return fault;
  const knowsTokens = location !== 'hardware_token' || reaches(hello.capability_version, HARDWARE_TOKENS);
  return knowsTokens ? null : 'no_hardware_tokens';
}

function Connected({ location, children, frame }: Props & Required<Pick<Props, 'frame'>>) {
  const t = useText();
  const assistant = useAssistant();
  const connection = useConnection(assistant);
  const { state, busy, trouble, number, hello } = connection;
  const minimum = minimumFor(location, useDemandedVersion());
  const fault = versionFault(connection, location, minimum);
  const isOpen = state === 'initialized' && number === null && !trouble && !fault;
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  const asked = fault || trouble ? null : number;
  useEffect(() => void assistant.check(), [assistant]);
  const mayBegin = state === 'running' && busy === null && !trouble && !fault;
  useEffect(() => {
    if (mayBegin) void assistant.initialize();
  }, [assistant, mayBegin]);

  return (
    <>
      {/* Its place is there before the number is: what comes along with its place is not read out everywhere. */}
      <p role="status" className="vh">
        {asked !== null && `${t('assistant.pairing.text')} ${halvesOf(asked).join(' ')}`}
      </p>
      {!isOpen &&
        frame(
          <>
            {fault && hello && <VersionScreen fault={fault} version={hello.version} minimum={minimum} />}
            {!fault && trouble && <TroubleScreen assistant={assistant} trouble={trouble} />}
            {asked !== null && <PairingScreen number={asked} onCancel={assistant.giveUp} />}
            {!fault && !trouble && number === null && <Looking />}
          </>,
        )}
      {/* What was typed in there is still there when a connection that was lost comes back. */}
      {wasOpen && (
        <div hidden={!isOpen}>
          {location === 'software' ? <SoftwareKeyStore frame={frame}>{children}</SoftwareKeyStore> : children}
        </div>
      )}
    </>
  );
}
