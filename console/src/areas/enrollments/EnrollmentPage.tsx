/** One enrollment: who is invited to what, how far they have come, and what can still be done. */
import { Button } from '@mantine/core';
import { ACCESS } from '@signet/contract/access';
import {
  ASKABLE_FIELDS,
  KEYSTORE_TYPES,
  SUBJECT_FIELDS,
  whyNotOpen,
  type AskableField,
} from '@signet/contract/areas/enrollment-rules';
import type { Enrollment } from '@signet/contract/areas/enrollments';
import { localeName } from '@signet/contract/locales';
import { useParams } from '@tanstack/react-router';
import { useApi } from '../../api/query.ts';
import { useText } from '../../i18n/text.ts';
import { paths } from '../../paths.ts';
import { useCountryName } from '../../session/countries.ts';
import { useAllows } from '../../session/permissions.ts';
import { useOtherAccount } from '../../shell/account/account-name.ts';
import { DetailPage, DetailSection } from '../../shell/detail/DetailPage.tsx';
import { EventsLink } from '../../shell/events/EventsLink.tsx';
import { useCrumbOwner } from '../../shell/navigation/crumbs.ts';
import { inWords } from '../../shell/form/in-words.ts';
import { PageLink } from '../../shell/routing/PageLink.tsx';
import { EmailAddress } from '../../ui/EmailAddress.tsx';
import type { Fact } from '../../ui/Facts.tsx';
import { useEnrollmentActs } from './acts.tsx';
import { EnrollmentBadge, MailBadge } from './EnrollmentBadge.tsx';
import { Timeline } from './Timeline.tsx';

export default function EnrollmentPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const t = useText();
  const query = useApi('GET /account/ui-api/v2/enrollment/{id}', { params: { id } });
  useCrumbOwner(useOtherAccount(query.data));
  const { actsOf, dialog } = useEnrollmentActs();
  const actions = (one: Enrollment) => (
    <>
      <EventsLink of={{ resource: one.id }} />
      {actsOf(one)
        .filter(({ whyNot }) => whyNot === null)
        .map(({ label, icon: Icon, danger, act }) => (
          <Button
            key={label}
            {...(danger ? { c: 'var(--sg-danger-ink)' } : {})}
            leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
            onClick={act}
          >
            {label}
          </Button>
        ))}
    </>
  );
  return (
    <>
      <DetailPage query={query} name={({ name }) => name} beside={beside} actions={actions} facts={useFacts()}>
        {(one) => (
          <DetailSection title={t('enrollments.timeline')}>
            <Timeline enrollment={one} />
          </DetailSection>
        )}
      </DetailPage>
      {dialog}
    </>
  );
}

const beside = ({ status, mail }: Enrollment) => (
  <>
    <EnrollmentBadge status={status} />
    {whyNotOpen(status) === null && mail && <MailBadge status={mail.status} />}
  </>
);

function useFacts(): (one: Enrollment) => Fact[] {
  const t = useText();
  const country = useCountryName();
  const seesSeats = useAllows(ACCESS.seats.view);
  const seesPeople = useAllows(ACCESS.administrators.view);
  const seesTemplates = useAllows(ACCESS.certificateTemplates.view);
  const seesCertificates = useAllows(ACCESS.certificates.view);
  const linked = (name: string, to: string, sees: boolean) => (sees ? <PageLink to={to}>{name}</PageLink> : name);
  const given = (label: string, value: string) => (value === '' ? [] : [{ label, value }]);
  return (one) => [
    { label: t('enrollments.account'), value: one.account_name },
    ...(one.seat
      ? [{ label: t('enrollments.seat'), value: linked(one.seat.name, paths.seat(one.seat.id), seesSeats) }]
      : []),
    ...(one.person
      ? [{ label: t('list.person'), value: linked(one.person.name, paths.administrator(one.person.id), seesPeople) }]
      : []),
    { label: t('enrollments.email'), value: <EmailAddress>{one.email}</EmailAddress> },
    { label: t('enrollments.locale'), value: localeName(one.locale) },
    {
      label: t('enrollments.template'),
      value:
        one.template_id === null || one.template_name === null
          ? t('enrollments.ofPlatform')
          : linked(one.template_name, paths.certificateTemplate(one.template_id), seesTemplates),
    },
    { label: t('enrollments.keystore_location'), value: t(`enrollments.keystore.${one.keystore_location}`) },
    // A browser has one way to get it.
    ...(one.keystore_location === 'browser'
      ? []
      : [{ label: t('enrollments.enrollment_method'), value: t(`enrollments.method.${one.enrollment_method}`) }]),
    // Which keystore the key is in, as the page told that made it.
    ...given(
      t('enrollments.keystore_type'),
      inWords(KEYSTORE_TYPES, one.keystore_type ?? '', (type) => t(`enrollments.keystoreType.${type}`)),
    ),
    {
      label: t('enrollments.validFor'),
      value: one.validity === null ? t('enrollments.aYear') : t('enrollments.days', { days: one.validity }),
    },
    ...SUBJECT_FIELDS.flatMap((field) =>
      given(t(`enrollments.${field}`), field === 'country' && one.country !== '' ? country(one.country) : one[field]),
    ),
    ...given(
      t('enrollments.asked'),
      askedText(one, (field) => t(`enrollments.${field}`)),
    ),
    ...(one.renews === null
      ? []
      : [
          {
            label: t('enrollments.renews'),
            value: linked(t('enrollments.toRenewed'), paths.certificate(one.renews), seesCertificates),
          },
        ]),
    ...(one.certificate_id === null
      ? []
      : [
          {
            label: t('enrollments.certificate'),
            value: linked(t('enrollments.toCertificate'), paths.certificate(one.certificate_id), seesCertificates),
          },
        ]),
  ];
}

const askedText = ({ asked }: Enrollment, nameOf: (field: AskableField) => string): string =>
  ASKABLE_FIELDS.filter((field) => asked.includes(field))
    .map(nameOf)
    .join(', ');
