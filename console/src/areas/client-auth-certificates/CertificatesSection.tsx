import { Section } from '../../shell/detail/Section.tsx';
import { AddCertificate } from './AddCertificate.tsx';
import type { Owner } from './calls.ts';
import { Certificates } from './Certificates.tsx';
import { useCertificates } from './use-certificates.ts';

export function CertificatesSection({ owner }: { owner: Owner }) {
  const certificates = useCertificates(owner);
  const { data } = certificates.query;
  const add = data?.owner.why_not_manage === null && <AddCertificate {...owner} />;
  return (
    <Section count={data?.total} actions={add}>
      {() => <Certificates {...certificates} owner={owner} />}
    </Section>
  );
}
