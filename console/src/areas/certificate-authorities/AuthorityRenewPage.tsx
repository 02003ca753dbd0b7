/** A new authority in the place of one that is in use, which goes on answering for what it has signed. */
import type { Authority } from '@signet/contract/areas/certificate-authorities';
import { lastDayOf } from '@signet/contract/dates';
import { useParams } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { useApiAnew } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useDateFormat } from '../../session/profile.ts';
import { reasonsOf } from '../../shell/form/check.ts';
import { laterSchema } from '../../shell/form/later-schema.ts';
import { LoadedPage } from '../../shell/form/LoadedPage.tsx';
import { useParentCrumbName } from '../../shell/navigation/crumbs.ts';
import { Refused } from '../../shell/record/Refused.tsx';
import { useCreate } from '../../shell/record/use-create.ts';
import { Banner } from '../../ui/Banner.tsx';
import { keyTypeOf } from './key-type.ts';
import type { AuthorityNames } from './NameFields.tsx';
import { nextName } from './next-name.ts';
import { RenewalForm } from './RenewalForm.tsx';
import { validNow } from './valid-now.ts';

const authorityRenew = laterSchema(
  async () => (await import('@signet/contract/areas/certificate-authorities')).authorityRenew,
);

export default function AuthorityRenewPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const query = useApiAnew('GET /account/ui-api/v1/ca/{id}', { params: { id } });
  useParentCrumbName(query.data?.name);
  return (
    <LoadedPage query={query}>
      {(authority) =>
        authority.why_not.renew ? (
          <Refused name={authority.name} reason={authority.why_not.renew} />
        ) : (
          <Renewal authority={authority} />
        )
      }
    </LoadedPage>
  );
}

function Renewal({ authority }: { authority: Authority }) {
  const t = useText();
  const date = useDateFormat();
  const { id, name, version, certificate, certificates, key_type, valid_to } = authority;
  const common_name = nextName(certificate.subject.commonName ?? name);
  const initial: AuthorityNames = { name: nextName(name), common_name, key_type };
  const form = useCreate({
    initial,
    create: (values) =>
      change('POST /account/ui-api/v1/ca/{id}/renew', {
        params: { id },
        query: { version },
        body: { ...values, key_type: keyTypeOf(values.key_type) },
      }),
    act: 'authorities.renew',
    created: 'authorities.renewed',
    to: (made) => paths.certificateAuthority(made.id),
    back: paths.certificateAuthority(id),
  });
  return (
    <RenewalForm
      title={t('authorities.renewOf', { name })}
      form={form}
      check={(values) => reasonsOf(authorityRenew, values)}
    >
      <Banner tone="info">
        {t('authorities.renewBody', { ...validNow(certificates), date: date(lastDayOf(valid_to)) })}
      </Banner>
    </RenewalForm>
  );
}
