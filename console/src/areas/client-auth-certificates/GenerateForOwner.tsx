/** Generates a certificate whose key this browser makes (S-055, S-063). */
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { GenerateCertificate } from '../../shell/certificate/GenerateCertificate.tsx';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { addCertificate, type OwnerKind } from './calls.ts';
import css from './certificates.module.css';
import { ForOwner, type Adding } from './ForOwner.tsx';
import { NameField } from './NameField.tsx';

export const GenerateForOwner = ({ kind }: { kind: OwnerKind }) => (
  <ForOwner kind={kind} title="clientAuth.generate" lead="clientAuth.generateLead">
    {(adding) => <Generate {...adding} />}
  </ForOwner>
);

/** As long as a common name may be (RFC 5280, A.1: ub-common-name). */
const COMMON_NAME_MAX = 64;

function Generate({ owner, person, back }: Adding) {
  const t = useText();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  return (
    <div className={css.page}>
      <GenerateCertificate
        commonName={Array.from(person.name).slice(0, COMMON_NAME_MAX).join('').trim()}
        ask={<NameField value={name} onChange={setName} />}
        submit={(csr) => addCertificate(owner, { name, csr })}
        onCancel={() => void navigate({ to: back })}
        next={<ButtonLink to={back}>{t('clientAuth.toList')}</ButtonLink>}
      />
    </div>
  );
}
