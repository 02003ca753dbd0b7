/** Runs the installation for a page: what is being done, why it stopped, and what was issued at the end. */
import { useRef, useState } from 'react';
import type { Connector } from '../../assistant/connector.ts';
import type { Issued } from '../../pkcs/hand-over.ts';
import { useAssistant } from '../../shell/assistant/assistant.ts';
import { notify } from '../../shell/notices/notifications.ts';
import { certify, cutTo, nameOf, redeem } from './calls.ts';
import type { Opened } from './opened.ts';
import type { FormValues } from './form-values.ts';
import { carryOn, NOTHING_DONE, Stopped, type Acts, type Enrolled, type Progress, type Stage } from './installation.ts';
import { keep, keptOf } from './kept.ts';
import { entryOf, hasKey, isOnDevice, NoOldKey, NotOnDevice, OldKeyInTheWay } from './on-device.ts';
import { hasMade, keystoreTypeOf, keyTypeFor, slotFor } from './token-rules.ts';
import type { Token } from '@signet/contract/assistant/key-stores';
import { isReplacedIn } from '@signet/contract/assistant/token-rules';

/** Why it stopped, with what a person can look for. */
export type Halt = { stage: Stage; cause: unknown; serial: string };
export type Installation = Pick<Opened, 'enrollment' | 'code' | 'onChanged'> & { values: FormValues; token: Token };

export function useInstallation(props: Installation) {
  const assistant = useAssistant();
  const { enrollment, token } = props;
  const progress = useRef<Progress | null>(null);
  const [stage, setStage] = useState<Stage | null>(null);
  const [stopped, setStopped] = useState<Halt | null>(null);
  const [issued, setIssued] = useState<Issued | null>(null);
  const [isBegun, setBegun] = useState(() => hasMade(token, keptOf(enrollment.id).request));

  async function run(): Promise<void> {
    setStopped(null);
    setStage('key');
    try {
      const before = progress.current ?? (await begunBefore(assistant, props));
      const certificate = await carryOn(before, actsOf(assistant, props), (next, done) => {
        const hadKey = progress.current !== null && progress.current.request !== null;
        progress.current = done;
        setStage(next);
        // A key of before is forgotten once there is another one, or once it leads no further.
        if (done.request === null && !hadKey) return;
        keep(enrollment.id, { ...keptOf(enrollment.id), request: done.request });
        setBegun(done.request !== null);
      });
      keep(enrollment.id, null);
      setIssued(certificate);
      notify({ type: 'success', message: 'enrollment.installed', translateMessage: true });
    } catch (thrown) {
      halt(thrown);
    } finally {
      setStage(null);
    }
  }
  function halt(thrown: unknown): void {
    const { stage: at, cause, serial } = thrown instanceof Stopped ? thrown : new Stopped('key', thrown);
    setStopped({ stage: at, cause, serial });
    // Whoever connects a device directly looks at the device: the page says it twice (S-404).
    if (at === 'install' && enrollment.enrollment_method === 'DDC')
      notify({ type: 'error', message: 'enrollment.failed.install', translateMessage: true });
  }
  return { stage, stopped, issued, isBegun, go: () => void run() };
}

/** What was done before the page was loaded again, where its key is still there. */
async function begunBefore(assistant: Connector, { enrollment, token }: Installation): Promise<Progress> {
  const { request } = keptOf(enrollment.id);
  if (request === null || !hasMade(token, request)) return NOTHING_DONE;
  const { certificates } = await assistant.ask('certificate', {});
  return hasKey(certificates, request) ? { ...NOTHING_DONE, request } : NOTHING_DONE;
}

type Renewed = NonNullable<Opened['enrollment']['renews']>;

/** Where the assistant has the certificate that is renewed, in whichever token. */
async function oldKeyOf(assistant: Connector, { fingerprint }: Renewed) {
  const { certificates } = await assistant.ask('certificate', {});
  const entry = entryOf(certificates, fingerprint);
  if (!entry) throw new NoOldKey('No token has it.');
  return { keystore: entry.keystore, token: entry.token, id: entry.id };
}

async function signWithOld(assistant: Connector, renewed: Renewed, data: Uint8Array): Promise<Uint8Array> {
  const key = await oldKeyOf(assistant, renewed);
  const { signature } = await assistant.ask('sign', { ...key, data: btoa(String.fromCodePoint(...data)) });
  return Uint8Array.from(atob(signature), (one) => one.codePointAt(0) ?? 0);
}

function actsOf(assistant: Connector, { enrollment, code, values, token, onChanged }: Installation): Acts {
  const at = { keystore: token.keystore, token: token.serial };
  const { renews } = enrollment;
  return {
    async makeRequest() {
      const place = slotFor(token);
      // Before a key is made that could not be certified.
      if (renews && isReplacedIn(token, place.slot, await oldKeyOf(assistant, renews)))
        throw new OldKeyInTheWay('It would be made over the key that has to sign.');
      const {
        id,
        csr,
        attestation = [],
      } = await assistant.ask('generate', {
        ...at,
        key_type: keyTypeFor(token, enrollment.profile.key_types) ?? 'rsa_2048',
        // The platform decides which names it certifies; this one tells the person which key it is.
        subject: { common_name: enrollment.common_name },
        label: labelOf(enrollment),
        ...place,
      });
      return { ...at, key: id, csr, attestation: attestation.join('') };
    },
    certify: ({ csr, attestation }) =>
      certify({
        enrollment,
        code,
        values,
        csr,
        attestation,
        keystore: keystoreTypeOf(token.keystore),
        onChanged,
        ...(renews ? { sign: (data) => signWithOld(assistant, renews, data) } : {}),
      }),
    async install(request, { certificate, serial }: Enrolled) {
      await assistant.ask('importCert', { ...at, certificate });
      if (enrollment.enrollment_method !== 'DDC') return;
      const { certificates } = await assistant.ask('certificate', {});
      if (!isOnDevice(certificates, request, serial)) throw new NotOnDevice('The device does not list it.');
    },
    redeem: ({ serial }) => redeem(enrollment, code, serial),
  };
}

/** By which name the assistant shows the key: whose it is, as long as a label may be. */
const labelOf = (enrollment: Opened['enrollment']): string => cutTo(LABEL_MAX, nameOf(enrollment));
const LABEL_MAX = 64;
