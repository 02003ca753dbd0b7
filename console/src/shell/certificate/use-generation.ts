/** Key, request, certificate, file: one after the other, and on from where it stopped when it is tried again. */
import type { KeyType } from '@signet/contract/key-types';
import { useEffect, useRef, useState } from 'react';
import { Failure } from '../../api/failure.ts';
import { t } from '../../i18n/text.ts';
import type { Issued } from '../../pkcs/hand-over.ts';
import type { Pkcs12Form } from '../../pkcs/pkcs12.ts';
import type { KeyAndRequest } from '../../pkcs/request.ts';
import { isKeySpent } from './key-spent.ts';

export type Step = 'key' | 'certificate' | 'file' | 'confirm';
export type Wanted = { keyType: KeyType; commonName: string; passphrase: string; form: Pkcs12Form };

/** What is made so far. None of it is kept anywhere but in the memory of this page. */
type Made = KeyAndRequest & { issued: Issued | null };

export type Generation = {
  /** What is being done; null while nothing is. */
  step: Step | null;
  /** The key that is made and waits, since what came after it failed. */
  kept: KeyType | null;
  /** The certificate is issued: its key can't be another one any more. */
  isIssued: boolean;
  done: { file: Blob; issued: Issued } | null;
  run: (wanted: Wanted) => Promise<void>;
};

/**
 * `submit` has the request certified; `confirm` comes last, when nothing can go wrong any more but itself. What they
 * throw is thrown on, and the key waits for the next try, unless it leads no further: then that one makes another.
 */
export function useGeneration(
  submit: (csr: string) => Promise<Issued>,
  confirm: () => Promise<void> = async () => undefined,
): Generation {
  const made = useRef<Made | null>(null);
  const [step, setStep] = useState<Step | null>(null);
  const [kept, setKept] = useState<KeyType | null>(null);
  const [isIssued, setIssued] = useState(false);
  const [done, setDone] = useState<Generation['done']>(null);
  // Who leaves the page leaves nothing in it.
  useEffect(
    () => () => {
      made.current = null;
    },
    [],
  );

  async function take(wanted: Wanted): Promise<Made> {
    const before = made.current;
    if (before && before.key.type === wanted.keyType) return before;
    setStep('key');
    const { makeKeyAndRequest } = await import('../../pkcs/request.ts');
    const fresh = { ...(await makeKeyAndRequest(wanted.keyType, wanted.commonName)), issued: null };
    made.current = fresh;
    setKept(wanted.keyType);
    return fresh;
  }

  function forget(): void {
    made.current = null;
    setKept(null);
    setIssued(false);
  }

  return {
    step,
    kept,
    isIssued,
    done,
    async run(wanted) {
      try {
        const mine = await take(wanted);
        if (!mine.issued) {
          setStep('certificate');
          mine.issued = await submit(mine.request.pem);
          setIssued(true);
        }
        setStep('file');
        const { fileOf } = await import('../../pkcs/hand-over.ts');
        const { commonName: name, passphrase, form } = wanted;
        const content = await fileOf({ key: mine.key, issued: mine.issued, name, passphrase, form });
        if (!content) {
          mine.issued = null;
          setIssued(false);
          throw new Failure('CERTIFICATE_FOR_ANOTHER_KEY', t('certificates.generate.otherKey'));
        }
        setStep('confirm');
        await confirm();
        // The file has it from now on.
        made.current = null;
        setDone({ file: content, issued: mine.issued });
      } catch (thrown) {
        if (isKeySpent(thrown)) forget();
        throw thrown;
      } finally {
        setStep(null);
      }
    },
  };
}
