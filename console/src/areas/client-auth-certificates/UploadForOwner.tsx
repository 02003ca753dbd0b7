/** Uploads a certificate that was issued elsewhere (S-056). */
import { useRef, useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { CertificateUpload } from '../../shell/certificate/CertificateUpload.tsx';
import { useFirstFocus } from '../../shell/keyboard/first-focus.ts';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { addCertificate, type OwnerKind } from './calls.ts';
import css from './certificates.module.css';
import { ForOwner, type Adding } from './ForOwner.tsx';
import { NameField } from './NameField.tsx';

export const UploadForOwner = ({ kind }: { kind: OwnerKind }) => (
  <ForOwner kind={kind} title="clientAuth.upload" lead="clientAuth.uploadLead">
    {(adding) => <Upload {...adding} />}
  </ForOwner>
);

function Upload({ owner, back }: Adding) {
  const t = useText();
  const [name, setName] = useState('');
  const form = useRef<HTMLDivElement>(null);
  useFirstFocus(form);
  return (
    <div ref={form} className={`${css.page} ${css.details}`}>
      <div className={css.field}>
        <NameField value={name} onChange={setName} />
      </div>
      <CertificateUpload
        submit={async (file) => {
          const { parsed } = await addCertificate(owner, { name, certificate: await base64Of(file) });
          return [parsed];
        }}
      />
      <div className={css.acts}>
        <ButtonLink to={back}>{t('clientAuth.toList')}</ButtonLink>
      </div>
    </div>
  );
}

/** A file as base64, whatever is in it. */
function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () =>
      resolve(typeof reader.result === 'string' ? reader.result.replace(/^[^,]*,/, '') : ''),
    );
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file can’t be read.')));
    reader.readAsDataURL(file);
  });
}
