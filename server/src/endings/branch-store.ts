/**
 * Everything that ends, one query for each kind, all with the same columns: what the viewer may see of it, and nothing
 * that was renewed or replaced.
 */
import { ACCESS, allows } from '@signet/contract/access';
import type { EndingKind } from '@signet/contract/areas/ends-soon-record';
import { payloadDate } from '@signet/contract/dates';
import type { Viewer } from '@signet/contract/viewer';
import { sql, type RawBuilder } from 'kysely';
import { LEFT } from '../authority/health-store.ts';
import { authorityStands, cameWithAccount } from '../db/authority-stands.ts';
import { metadataEnds } from '../db/metadata-ends.ts';
import {
  visibleAccounts,
  visibleAuthorities,
  visibleCertificates,
  visibleOauthClients,
  visibleOwners,
} from '../sight.ts';
import { takesOver } from '../sign-in/certificates/replaced-store.ts';
import type { EndingWindow } from './window-store.ts';

/** The platform's license, which is no row that SQL could read. */
export type LicenseEnd = { holder: string; validUntil: Date };
/** What the queries are made of beside the viewer. */
export type EndingSource = { now: Date; license: LicenseEnd | null };
type Branch = (viewer: Viewer, window: EndingWindow, source: EndingSource) => RawBuilder<unknown>;

/** The first moment after a day, in UTC. */
const after = (day: RawBuilder<unknown>): RawBuilder<Date> => sql<Date>`((${day} + 1)::timestamp at time zone 'UTC')`;

type Columns = {
  kind: EndingKind;
  subject: RawBuilder<unknown>;
  name: RawBuilder<unknown>;
  record: RawBuilder<unknown>;
  account: RawBuilder<unknown>;
  ends: RawBuilder<unknown>;
  app?: RawBuilder<unknown>;
  owner?: RawBuilder<unknown>;
  used?: RawBuilder<unknown>;
  service?: RawBuilder<unknown>;
};

/** The columns that every branch has, by the same names and types. */
const columns = ({ kind, subject, name, record, account, ends, app, owner, used, service }: Columns) => sql`
  select ${sql.lit(kind)}::text as kind, (${subject})::text as subject, ${name} as name, ${record} as record_id,
    ${account} as account_id, ${app ?? sql`null`}::text as app_code, ${owner ?? sql`null`}::uuid as owner_id,
    ${used ?? sql`null`}::timestamptz as last_used_at, ${service ?? sql`false`} as service_user, ${ends} as ends_at`;

const col = (name: string): RawBuilder<unknown> => sql.ref(name);

const account: Branch = (viewer, { day, id }) => sql`
  ${columns({
    kind: 'account',
    subject: col('a.id'),
    name: col('a.name'),
    record: col('a.id'),
    account: col('a.id'),
    owner: col('a.updated_by'),
    ends: after(col('a.service_to')),
  })}
  from account a
  where ${day(col('a.service_to'))} and ${id(col('a.id'))} and a.deleted_at is null and a.active
    and ${visibleAccounts(viewer)}`;

const license: Branch = (_viewer, { instant }, source) => sql`
  ${columns({
    kind: 'license',
    subject: sql`'platform'`,
    name: sql`${source.license?.holder ?? ''}::text`,
    record: sql`null::uuid`,
    account: sql`null::uuid`,
    owner: sql`(select l.installed_by from platform_license l order by l.installed_at desc, l.id desc limit 1)`,
    ends: sql`${source.license?.validUntil ?? source.now}::timestamptz`,
  })}
  where ${source.license !== null}::boolean
    and ${instant(sql`${source.license?.validUntil ?? source.now}::timestamptz`)}`;

const trial: Branch = (viewer, { day }) => sql`
  ${columns({
    kind: 'trial',
    subject: sql`f.account_id || ':' || f.app_code || ':' || f.feature_id`,
    name: col('a.name'),
    record: col('a.id'),
    account: col('a.id'),
    app: col('f.app_code'),
    owner: col('f.updated_by'),
    ends: after(sql`coalesce(f.end_date, f.ended_on)`),
  })}
  from account_feature f join account a on a.id = f.account_id
  where (f.enabled and ${day(col('f.end_date'))} or not f.enabled and ${day(col('f.ended_on'))})
    and a.deleted_at is null and ${visibleAccounts(viewer)}`;

/** Where what is of account `a` is looked after: on its page, but the platform's own among the settings. */
const recordOfAccount = sql`case when not a.system_account then a.id end`;

/** Accounts of which the viewer may see how their people sign in by SAML, where they do. */
function samlAccounts(viewer: Viewer): RawBuilder<boolean> {
  const own = allows(ACCESS.settings.editSignIn, viewer) ? sql`true` : sql`not a.system_account`;
  return sql<boolean>`(a.deleted_at is null and a.saml_sign_in and ${own} and ${visibleAccounts(viewer)})`;
}

const signOnCertificate: Branch = (viewer, { instant }) => sql`
  ${columns({
    kind: 'sign_on_certificate',
    subject: sql`c.account_id || ':' || c.thumb_print`,
    name: col('c.common_name'),
    record: recordOfAccount,
    account: col('a.id'),
    owner: col('g.updated_by'),
    used: col('c.last_used_at'),
    ends: col('c.valid_to'),
  })}
  from saml_certificate c join saml_config g on g.account_id = c.account_id join account a on a.id = c.account_id
  where ${instant(col('c.valid_to'))} and c.state <> 'retired' and ${samlAccounts(viewer)}
    and not exists (select from saml_certificate n
      where n.account_id = c.account_id and n.state <> 'retired' and n.valid_to > c.valid_to)`;

/** Also where the next one is there: the current one signs until somebody switches to it. */
const signOnKey: Branch = (viewer, { instant }) => sql`
  ${columns({
    kind: 'sign_on_key',
    subject: col('k.id'),
    name: col('a.name'),
    record: recordOfAccount,
    account: col('a.id'),
    owner: col('g.updated_by'),
    ends: col('k.valid_to'),
  })}
  from saml_key k join saml_config g on g.account_id = k.account_id join account a on a.id = k.account_id
  where ${instant(col('k.valid_to'))} and k.state = 'current' and ${samlAccounts(viewer)}`;

const signOnMetadata: Branch = (viewer, { instant }, { now }) => sql`
  ${columns({
    kind: 'sign_on_metadata',
    subject: col('a.id'),
    name: col('g.entity_id'),
    record: recordOfAccount,
    account: col('a.id'),
    owner: col('g.updated_by'),
    ends: col('g.valid_until'),
  })}
  from saml_config g join account a on a.id = g.account_id
  where ${instant(col('g.valid_until'))} and ${samlAccounts(viewer)}
    and ${metadataEnds('g', payloadDate(now))}`;

/** Another one of the same name is the next one of the same thing: a person has one for each machine. */
const clientCertificate: Branch = (viewer, { instant, id }, { now }) => sql`
  ${columns({
    kind: 'client_certificate',
    subject: col('c.id'),
    name: sql`coalesce(nullif(c.name, ''), c.common_name)`,
    record: col('u.id'),
    account: col('u.primary_account_id'),
    owner: col('u.id'),
    used: sql`(select max(s.last_used_at) from session s where s.certificate_id = c.id and s.ended_at is null)`,
    service: col('u.service_user'),
    ends: col('c.valid_to'),
  })}
  from certificate c join app_user u on u.id = c.user_id
  where ${instant(col('c.valid_to'))} and ${id(col('c.id'))} and c.state = 'issued' and c.enabled and u.active
    and ${authorityStands('c')} and not ${cameWithAccount('c')} and ${visibleOwners(viewer)}
    and not exists (select from certificate n
      where n.user_id = c.user_id and ${takesOver(now)} and not ${cameWithAccount('n')}
        and n.name = c.name and n.common_name = c.common_name)`;

const certificate: Branch = (viewer, { instant, id }, { now }) => sql`
  ${columns({
    kind: 'certificate',
    subject: col('c.id'),
    name: sql`coalesce(nullif(c.common_name, ''), c.subject_text)`,
    record: col('c.id'),
    account: col('c.account_id'),
    owner: col('c.created_by'),
    ends: col('c.valid_to'),
  })}
  from certificate c
  where ${instant(col('c.valid_to'))} and ${id(col('c.id'))} and c.state = 'issued' and c.enabled
    and c.seat_id is not null and ${authorityStands('c')} and ${visibleCertificates(viewer)}
    and not exists (select from certificate n
      where n.seat_id = c.seat_id and ${takesOver(now)}
        and n.template_id is not distinct from c.template_id and n.common_name = c.common_name)`;

const token: Branch = (viewer, { day, id }) => sql`
  ${columns({
    kind: 'token',
    subject: col('t.id'),
    name: col('t.name'),
    record: col('u.id'),
    account: col('u.primary_account_id'),
    owner: col('u.id'),
    used: col('t.last_used_at'),
    service: col('u.service_user'),
    ends: after(col('t.end_date')),
  })}
  from api_token t join app_user u on u.id = t.user_id
  where ${day(col('t.end_date'))} and ${id(col('t.id'))} and t.enabled and u.active and ${visibleOwners(viewer)}`;

/** When the client was used last is not said: which of its two secrets it was is not known. */
const clientSecret: Branch = (viewer, { instant, id }) => sql`
  ${columns({
    kind: 'client_secret',
    subject: col('s.id'),
    name: col('o.name'),
    record: recordOfAccount,
    account: col('a.id'),
    owner: col('o.updated_by'),
    ends: col('s.expires_at'),
  })}
  from oauth_client_secret s join oauth_client o on o.id = s.client_id join account a on a.id = o.account_id
  where ${instant(col('s.expires_at'))} and ${id(col('s.id'))} and o.enabled and ${visibleOauthClients(viewer)}
    and ${allows(ACCESS.oauthClients.viewOfPlatform, viewer) ? sql`true` : sql`not a.system_account`}`;

const ofAuthority = {
  name: col('ca.name'),
  record: col('ca.id'),
  account: col('ca.account_id'),
  owner: col('ca.updated_by'),
} as const;

const authority: Branch = (viewer, { instant }) => sql`
  ${columns({ ...ofAuthority, kind: 'authority', subject: col('ca.id'), ends: col('ca.valid_to') })}
  from certificate_authority ca
  where ${instant(col('ca.valid_to'))} and ca.state = 'active' and ${visibleAuthorities(viewer)}
    and not exists (select from certificate_authority n where n.replaces_id = ca.id and n.state = 'active')`;

/** A list is signed anew long before its end: with so little left, that did not work. */
const revocationList: Branch = (viewer, { instant }, { now }) => sql`
  ${columns({ ...ofAuthority, kind: 'revocation_list', subject: col('ca.id'), ends: col('l.next_update') })}
  from certificate_revocation_list l join certificate_authority ca on ca.id = l.authority_id
  where ${instant(col('l.next_update'))} and l.next_update <= ${new Date(now.getTime() + LEFT.list.due)}
    and ca.state in ('active', 'retired') and ca.valid_to > ${now} and ${visibleAuthorities(viewer)}`;

/** A responder's certificate is issued anew long before its end as well. */
const responder: Branch = (viewer, { instant }, { now }) => sql`
  ${columns({ ...ofAuthority, kind: 'responder', subject: col('ca.id'), ends: col('r.valid_to') })}
  from ocsp_responder r join certificate_authority ca on ca.id = r.authority_id
  where ${instant(col('r.valid_to'))} and r.valid_to <= ${new Date(now.getTime() + LEFT.responder.due)}
    and ca.state in ('active', 'retired') and ca.valid_to > ${now} and ${visibleAuthorities(viewer)}`;

/** By kind: who may see any of it, and the query. */
const BRANCHES: Record<EndingKind, { access: (viewer: Viewer) => boolean; of: Branch }> = {
  account: { access: (viewer) => allows(ACCESS.accounts.view, viewer), of: account },
  license: { access: (viewer) => allows(ACCESS.license.view, viewer), of: license },
  trial: { access: (viewer) => allows(ACCESS.features.view, viewer), of: trial },
  sign_on_certificate: { access: (viewer) => allows(ACCESS.accounts.editSignIn, viewer), of: signOnCertificate },
  sign_on_key: { access: (viewer) => allows(ACCESS.accounts.editSignIn, viewer), of: signOnKey },
  sign_on_metadata: { access: (viewer) => allows(ACCESS.accounts.editSignIn, viewer), of: signOnMetadata },
  client_certificate: { access: (viewer) => allows(ACCESS.clientAuthCertificates.view, viewer), of: clientCertificate },
  certificate: { access: (viewer) => allows(ACCESS.certificates.view, viewer), of: certificate },
  token: { access: (viewer) => allows(ACCESS.apiTokens.view, viewer), of: token },
  client_secret: { access: (viewer) => allows(ACCESS.oauthClients.view, viewer), of: clientSecret },
  authority: { access: (viewer) => allows(ACCESS.certificateAuthorities.view, viewer), of: authority },
  revocation_list: { access: (viewer) => allows(ACCESS.certificateAuthorities.view, viewer), of: revocationList },
  responder: { access: (viewer) => allows(ACCESS.certificateAuthorities.view, viewer), of: responder },
};

/** The kinds of which a viewer may see something. */
export const visibleKinds = (viewer: Viewer): EndingKind[] =>
  Object.entries(BRANCHES).flatMap(([kind, { access }]) => (isKind(kind) && access(viewer) ? [kind] : []));
const isKind = (name: string): name is EndingKind => name in BRANCHES;

/** The query of one kind. */
export const branchOf = (kind: EndingKind, viewer: Viewer, window: EndingWindow, source: EndingSource) =>
  BRANCHES[kind].of(viewer, window, source);
