/** The variant whose key this browser makes; key and certificate are handed over in one file (S-433). */
import { useRef, useState } from 'react';
import { Failure } from '../../api/failure.ts';
import { useText } from '../../i18n/text.ts';
import { GenerateCertificate } from '../../shell/certificate/GenerateCertificate.tsx';
import { PublicFields, PublicPage } from '../../shell/public/PublicPage.tsx';
import { certify, redeem } from './calls.ts';
import type { Opened } from './opened.ts';
import { firstValues, type FormValues } from './form-values.ts';
import { InvitationStep } from './InvitationStep.tsx';
import { IssuedFacts } from './IssuedFacts.tsx';
import { keep, keptOf } from './kept.ts';
import type { Issued } from '../../pkcs/hand-over.ts';
import { OldGoesOn } from './OldGoesOn.tsx';
import { OldKeyStep } from './OldKeyStep.tsx';
import type { Sign } from './proof.ts';
import { SignInLink } from './SignInLink.tsx';
import { useSteps } from './steps.ts';

export function BrowserEnrollment(opened: Opened) {
  const { enrollment } = opened;
  const [values, setValues] = useState<FormValues | null>(null);
  const [sign, setSign] = useState<Sign | null>(null);
  const [isRefused, setRefused] = useState(false);
  // A function in a state is set by one.
  if (values && enrollment.renews && !sign)
    return <OldKeyStep enrollment={enrollment} isRefused={isRefused} onDone={(signs) => setSign(() => signs)} />;
  if (values)
    return (
      <FileStep
        {...opened}
        values={values}
        sign={sign}
        onOldKeyRefused={() => {
          setRefused(true);
          setSign(null);
        }}
      />
    );
  return (
    <InvitationStep {...opened} initial={firstValues(enrollment, keptOf(enrollment.id).values)} onDone={setValues} />
  );
}

const aboutOf = (enrollment: Opened['enrollment']) => (issued: Issued) => (
  <IssuedFacts enrollment={enrollment} issued={issued} />
);

type FileStepProps = Opened & {
  values: FormValues;
  sign: Sign | null;
  /** The key of the file that was opened is not that of the present certificate: another one has to be chosen. */
  onOldKeyRefused: () => void;
};

function FileStep({ enrollment, code, values, sign, onOldKeyRefused, onChanged }: FileStepProps) {
  const t = useText();
  const stepsOf = useSteps(enrollment);
  const [done, setDone] = useState(false);
  const serial = useRef('');
  return (
    <PublicPage
      {...stepsOf(done ? 'certificate' : 'file')}
      title={t(done ? 'enrollment.ready' : 'enrollment.fileTitle')}
      intro={t(done ? 'enrollment.readyIntro' : 'enrollment.fileIntro')}
    >
      <PublicFields>
        <div>
          <GenerateCertificate
            commonName={enrollment.common_name}
            keyTypes={enrollment.profile.key_types}
            submit={async (csr) => {
              const order = { enrollment, code, values, csr, keystore: 'browser', onChanged } as const;
              const issued = await certify({ ...order, ...(sign ? { sign } : {}) }).catch((thrown: unknown) => {
                const reason = thrown instanceof Failure ? thrown.fields['proof'] : undefined;
                if (reason?.status !== 'PROOF_NOT_ACCEPTED') throw thrown;
                onOldKeyRefused();
                // Said under the file that is chosen anew, and nowhere else.
                throw new DOMException('Another key has to sign.', 'AbortError');
              });
              serial.current = issued.serial;
              return issued;
            }}
            confirm={async () => {
              await redeem(enrollment, code, serial.current);
              keep(enrollment.id, null);
              setDone(true);
            }}
            about={aboutOf(enrollment)}
            next={
              <>
                {enrollment.signs_in && <SignInLink />}
                <OldGoesOn enrollment={enrollment} />
              </>
            }
          />
        </div>
      </PublicFields>
    </PublicPage>
  );
}
