/** What will stand in the certificate, before there is one. */
import type { PublicEnrollment } from '@signet/contract/areas/enrollment-by-link';
import { SUBJECT_FIELDS } from '@signet/contract/areas/enrollment-rules';
import { useText } from '../../i18n/text.ts';
import { useCountryName } from '../../session/countries.ts';
import { useDateFormat } from '../../session/profile.ts';
import { DateText } from '../../ui/DateText.tsx';
import { askedOf, type FormValues } from './form-values.ts';
import css from './enrollment.module.css';

/** Beside the end of a certificate that is renewed, it is said of which one this is. */
export const endLabel = ({ renews }: Pick<PublicEnrollment, 'renews'>) =>
  renews ? 'enrollment.newValidUntil' : 'enrollment.field.validity';

type Props = { enrollment: PublicEnrollment; values: FormValues };

/** What is still to be filled in is left out. */
export function CertificateFacts({ enrollment, values }: Props) {
  const t = useText();
  const date = useDateFormat();
  const asked: readonly string[] = askedOf(enrollment);
  const subject = SUBJECT_FIELDS.map((field) => {
    const given = asked.includes(field) ? '' : enrollment[field];
    return { field, value: values[field] ?? given };
  }).filter(({ value }) => value !== '');
  return (
    <dl className={css.facts}>
      <dt>{t('enrollment.field.common_name')}</dt>
      <dd className={css.strong} translate="no">
        {enrollment.common_name}
      </dd>
      <Line label={t('enrollment.field.organization_name')} values={[enrollment.organization_name]} />
      {subject.map(({ field, value }) =>
        field === 'country' ? (
          <CountryLine key={field} label={t('enrollment.field.country')} code={value} />
        ) : (
          <Line key={field} label={t(`enrollment.field.${field}`)} values={[value]} />
        ),
      )}
      <Line label={t('enrollment.field.emails')} values={enrollment.emails} />
      <Line label={t('enrollment.field.user_principal_names')} values={enrollment.user_principal_names} />
      <Line label={t('enrollment.field.dns_names')} values={enrollment.dns_names} />
      <dt>{t(endLabel(enrollment))}</dt>
      <dd>
        <DateText value={enrollment.end_date} text={date(enrollment.end_date)} />
      </dd>
    </dl>
  );
}

/** The names of countries are asked for where there is one to show. */
function CountryLine({ label, code }: { label: string; code: string }) {
  return <Line label={label} values={[useCountryName()(code)]} />;
}

function Line({ label, values }: { label: string; values: readonly string[] }) {
  const shown = values.filter((value) => value !== '');
  return (
    shown.length > 0 && (
      <>
        <dt>{label}</dt>
        <dd translate="no">{shown.join(', ')}</dd>
      </>
    )
  );
}
