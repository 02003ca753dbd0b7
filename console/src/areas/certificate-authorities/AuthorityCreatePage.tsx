/** A new authority of an account. */
import { change } from '../../api/change.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { reasonsOf } from '../../shell/form/check.ts';
import { laterSchema } from '../../shell/form/later-schema.ts';
import { useCreate } from '../../shell/record/use-create.ts';
import { AuthorityForm, type AuthorityValues } from './AuthorityForm.tsx';
import { keyTypeOf } from './key-type.ts';

const authorityCreate = laterSchema(
  async () => (await import('@signet/contract/areas/certificate-authorities')).authorityCreate,
);

const NEW: AuthorityValues = {
  account_id: '',
  name: '',
  common_name: '',
  key_type: 'rsa_3072',
  organization: '',
  country: '',
};

const check = (values: AuthorityValues) => ({
  ...reasonsOf(authorityCreate, values),
  ...(values.account_id === '' ? { account_id: { status: 'REQUIRED_CHOICE' as const } } : {}),
});

export default function AuthorityCreatePage() {
  const t = useText();
  const form = useCreate({
    initial: NEW,
    create: (values) =>
      change('POST /certificate-authority/api/v1/ca', { body: { ...values, key_type: keyTypeOf(values.key_type) } }),
    act: 'authorities.create',
    created: 'authorities.created',
    to: ({ id }) => paths.certificateAuthority(id),
    back: paths.certificateAuthorities(),
  });
  return <AuthorityForm title={t('authorities.create')} form={form} check={check} />;
}
