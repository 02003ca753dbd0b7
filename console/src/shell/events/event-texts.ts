/**
 * What the audit log says of a change, in the person's words: fields by their labels, values as the screens show them.
 */
import { isPayloadDate } from '@signet/contract/dates';
import { isLocale, localeName } from '@signet/contract/locales';
import type { Columns } from '@signet/contract/record';
import { SERVICE_USER } from '@signet/contract/areas/service-user-record';
import { RECORDS } from '@signet/contract/records';
import { isTextKey, useText, type TextKey, type TextOf } from '../../i18n/text.ts';
import { useDateFormat } from '../../session/profile.ts';
import { useLicenseWords } from '../../i18n/license-words.ts';
import { useDateTimeFormat } from '../../session/date-time.ts';
import { useColumnText } from '../record/column-text.ts';

/** The records whose columns are declared, by what the log calls them. */
const DECLARED: Readonly<Record<string, Columns>> = { ...RECORDS, SERVICE_USER };

/** Labels of the log's fields of anything else. */
const LABELS: Readonly<Record<string, Readonly<Record<string, TextKey>>>> = {
  USER: {
    name: 'contacts.name',
    first_name: 'person.firstName',
    last_name: 'person.lastName',
    email: 'person.email',
    phone: 'person.phone',
    user_name: 'person.userName',
    locale: 'person.language',
    date_format: 'person.dateFormat',
    access_scope: 'person.scope',
    active: 'accounts.status',
    saml_username: 'administrators.samlName',
    oidc_username: 'administrators.oidcName',
  },
  FEATURE_FLAG: {
    enabled: 'accounts.event.flag',
    person_enabled: 'accounts.event.flagOfPerson',
    user_name: 'person.userName',
  },
  FEATURE: { enabled: 'accounts.status', end_date: 'features.endDate' },
  PACKAGE: { application_code: 'packages.application', package_code: 'packages.package' },
};

/** Labels of fields that mean the same wherever the log has them. */
const SHARED_LABELS: Readonly<Record<string, TextKey>> = {
  app_code: 'packages.application',
  certificates_revoked: 'audit.certificatesRevoked',
  domains: 'emailDomains.domains',
  end_date: 'tokens.end_date',
  ends_on: 'selfServiceLinks.endsOn',
  enrollments_canceled: 'audit.enrollmentsCanceled',
  link_of: 'audit.linkOf',
  locked_until: 'audit.lockedUntil',
  name: 'contacts.name',
  revocation_reason: 'certificateList.reason',
  roles: 'administrators.roles',
  rows: 'bulk.rows',
  scopes: 'oauthClients.scopes',
  serial: 'certificates.serial',
  session_id: 'accounts.event.SESSION',
  sessions_ended: 'audit.sessionsEnded',
  sign_ins_ended: 'audit.signInsEnded',
  status: 'certificateList.status',
  subject: 'certificates.subject',
  valid_to: 'certificateList.valid_to',
};

/** The label of a field; null for one that has none, which then shows its own name. */
export function labelOf(kind: string, field: string): TextKey | null {
  const key = DECLARED[kind]?.[field]?.label ?? LABELS[kind]?.[field] ?? SHARED_LABELS[field] ?? '';
  return isTextKey(key) ? key : null;
}

/** What a license counts is told by its name there: `features.certificates`. */
const licensedFeature = (kind: string, field: string): string | null =>
  kind === 'LICENSE_ALLOCATION' && field.startsWith('features.') ? field.slice('features.'.length) : null;

/** A moment as the log has it: in UTC, with or without saying so. */
const MOMENT = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)?$/;

/** What a value of a record that is not declared is called; `text` is empty where there is none. */
function valueText(t: TextOf, kind: string, field: string, text: string): string {
  if (kind === 'FEATURE_FLAG' && (field === 'enabled' || field === 'person_enabled'))
    return t(text === '' ? 'accounts.event.flagAsPlatform' : text === 'true' ? 'accounts.on' : 'accounts.off');
  const named = kind === 'PACKAGE' && field === 'package_code' ? `packages.name.${text}` : '';
  if (isTextKey(named)) return t(named);
  if (text === '') return t('common.none');
  const ofCertificate =
    field === 'status'
      ? `certificates.status.${text}`
      : field === 'revocation_reason'
        ? `certificateList.reason.${text}`
        : '';
  if (isTextKey(ofCertificate)) return t(ofCertificate);
  if (field === 'active') return t(text === 'true' ? 'accounts.active' : 'accounts.inactive');
  if (field === 'locale' && isLocale(text)) return localeName(text);
  const scope = field === 'access_scope' ? `scope.${text}` : '';
  if (isTextKey(scope)) return t(scope);
  return text === 'true' ? t('accounts.on') : text === 'false' ? t('accounts.off') : text;
}

/** All of it, for the language, date format and countries of the moment. */
export function useEventTexts(): {
  label: (kind: string, field: string) => string | null;
  value: (kind: string, field: string, text: string) => string;
} {
  const t = useText();
  const columnText = useColumnText();
  const date = useDateFormat();
  const time = useDateTimeFormat();
  const words = useLicenseWords();
  return {
    label(kind, field) {
      const counted = licensedFeature(kind, field);
      if (counted !== null) return words.feature(counted);
      const key = labelOf(kind, field);
      return key && t(key);
    },
    value(kind, field, text) {
      const column = DECLARED[kind]?.[field];
      if (column) return columnText(column, text);
      if (isPayloadDate(text)) return date(text);
      if (MOMENT.test(text)) return time(text.slice(0, 19).replace('T', ' '));
      if (text !== '' && licensedFeature(kind, field) !== null) return words.quantity(Number(text));
      return field === 'app_code' && text !== '' ? words.product(text) : valueText(t, kind, field, text);
    },
  };
}
