/** Issues a certificate whose key this browser makes. */
import type { TemplateAnswer } from '@signet/contract/areas/certificate-templates';
import { commonNameOf } from '@signet/contract/areas/seat-rules';
import type { Seat } from '@signet/contract/areas/seats';
import { change } from '../../api/change.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { GenerateCertificate } from '../../shell/certificate/GenerateCertificate.tsx';
import { ButtonLink } from '../../shell/routing/ButtonLink.tsx';
import { useGo } from '../../shell/routing/go.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';
import css from './seats.module.css';

/** As long as a common name may be (RFC 5280, A.1: ub-common-name); a longer one is refused when it is issued. */
const COMMON_NAME_MAX = 64;

export function IssueByKey({ seat, template }: { seat: Seat; template: TemplateAnswer }) {
  const t = useText();
  const go = useGo();
  const back = paths.seat(seat.id);
  return (
    <>
      <PageTitle title={t('seats.issue')} lead={t('seats.issueBy', { name: seat.name, template: template.name })} />
      <div className={css.page}>
        <GenerateCertificate
          commonName={Array.from(commonNameOf(seat)).slice(0, COMMON_NAME_MAX).join('').trim()}
          keyTypes={template.key_types}
          submit={async (csr) => {
            const { pem, chain } = await change('POST /account/ui-api/v1/certificate', {
              body: { seat_id: seat.id, template_id: template.id, csr },
            });
            return { certificate: pem ?? '', chain: chain.map((above) => above.pem) };
          }}
          onCancel={() => go(back)}
          next={<ButtonLink to={back}>{t('seats.toSeat')}</ButtonLink>}
        />
      </div>
    </>
  );
}
