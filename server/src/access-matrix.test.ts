/**
 * Every endpoint, asked as every kind of person, and what the changing calls leave in the audit log: one file per area,
 * beside its routes. Whoever changes an access or an audit call sees it there. What an access declares is also asked
 * for bit by bit: of people who lack one thing of it, and of people who hold no more than it takes.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { areas } from '@signet/contract';
import { accessText, type Access } from '@signet/contract/access';
import type { AuditRule, Endpoint } from '@signet/contract/endpoint';
import { PERMISSIONS, SCOPES, type Credential, type Permission, type Scope } from '@signet/contract/viewer';
import { requireAccess } from './http/access.ts';
import { findSessionViewer } from './sign-in/viewer-store.ts';
import { accessColumns, accessProbes, bearing, type Column, type Probe } from './testing/access-cast.ts';
import { SAMPLES } from './testing/access-samples.ts';
import { startTestApp, type Answer, type TestApp } from './testing/app.ts';
import type { Sample, SampleOf } from './testing/sample.ts';
import { undoable } from './testing/undo.ts';

const { open, undo } = undoable();
let app: TestApp;
let columns: Column[];
let probes: Record<Scope, Probe>;
beforeAll(async () => {
  // With a mail server: without one no mail can be sent again.
  app = await startTestApp({ open, config: { SMTP_URL: 'smtp://127.0.0.1:9', OWN_NETWORK_PROVIDERS: true } });
  columns = await accessColumns(app);
  probes = await accessProbes(app);
});
afterAll(() => app.close());

type Event = { action: string; resource_type: string; result: string; before: boolean; after: boolean };
type Outcome = { answer: Answer; events: Event[] };

function address(endpoint: Endpoint, sample: Sample): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(sample.params?.[name] ?? ''),
  );
  const query = new URLSearchParams(sample.query).toString();
  return query ? `${path}?${query}` : path;
}

/** Asks, tells the events that the call left, and takes everything back. */
function ask(endpoint: Endpoint, sample: Sample, caller: Column['headers']): Promise<Outcome> {
  return undo(async () => {
    const correlation = randomUUID();
    const headers = {
      ...sample.headers,
      'x-correlation-id': correlation,
      ...caller,
    };
    const answer = await app.request(endpoint.method, address(endpoint, sample), sample.body, headers);
    const where = `${endpoint.method} ${endpoint.path} ${JSON.stringify(answer.body)}`;
    expect(answer.status, where).toBeLessThan(500);
    return { answer, events: endpoint.audit ? await eventsOf(correlation) : [] };
  });
}

async function eventsOf(correlation: string): Promise<Event[]> {
  const rows = await app.db
    .selectFrom('audit_event')
    .select(['action', 'resource_type', 'result', 'before', 'after'])
    .where('correlation_id', '=', correlation)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, before: row.before !== null, after: row.after !== null }));
}

/** The status, and how many rows a list shows. */
function cell({ status, body }: Answer): string {
  return Array.isArray(body?.items) ? `${status}/${body.items.length}` : String(status);
}

/** A foreign person's answer must hold nothing of Nordmark's, whatever its status. */
function expectNothingOfNordmark(answer: Answer, where: string): void {
  const text = JSON.stringify(answer.body ?? '');
  const secrets = [app.accountIds.get('nordmark-lb') ?? '', app.userIds.get('cleo') ?? '', 'Nordmark', 'Marchetti'];
  for (const secret of secrets) expect(text, where).not.toContain(secret);
}

/** Of an account that is not that of the calling client neither: not its id, nor what it is called. */
function expectNothingOf({ id, name: called }: NonNullable<Column['hidden']>, { body }: Answer, where: string): void {
  const text = JSON.stringify(body ?? '');
  for (const secret of [id, called]) expect(text, where).not.toContain(secret);
}

const eventText = ({ action, resource_type, before, after }: Event): string =>
  [action, resource_type, before && 'before', after && 'after'].filter(Boolean).join(' ');

/** What a call of this rule records: each kind of event that a success leaves, once. */
function auditText(rule: AuditRule, events: readonly Event[]): string {
  if ('none' in rule) return `none: ${rule.none}`;
  const texts = [...new Set(events.map(eventText))];
  return [...texts, ...(rule.later ? [`later: ${rule.later}`] : [])].join(' · ');
}

/** A success leaves the event that is declared, a refusal of somebody known one failure. */
function expectEvents(rule: AuditRule, { answer, events }: Outcome, known: boolean, where: string): void {
  if ('none' in rule) return expect(events, where).toEqual([]);
  const failures = events.filter((event) => event.result === 'failure');
  if (answer.status < 400) return expect(failures, where).toEqual([]);
  // Who is only to prove who they are once more was not refused yet.
  const isAsked = answer.body?.error?.status === 'REAUTHENTICATION_REQUIRED';
  const isRecorded = known && !isAsked && [401, 403, 404, 409, 410, 423].includes(answer.status);
  expect(
    failures.map(({ action, resource_type }) => [action, resource_type]),
    where,
  ).toEqual(isRecorded ? [[rule.onFailure ?? rule.action, rule.resource]] : []);
}

/** The call succeeds for somebody of the matrix, and leaves the event that it declares. */
function expectRecorded(rule: AuditRule, events: readonly Event[], where: string): void {
  if ('none' in rule || rule.later) return;
  const kinds = events.map(({ action, resource_type }) => `${action} ${resource_type}`);
  expect(kinds, where).toContain(`${rule.action} ${rule.resource}`);
}

type Line = { endpoint: Endpoint; cells: string[]; needs: string; audit: string | null };

/** One endpoint as every kind of person. A public one looks at no token: it is asked twice, to show that. */
async function lineOf(endpoint: Endpoint, sampleOf: SampleOf): Promise<Line> {
  const isPublic = endpoint.access === 'public';
  const events: Event[] = [];
  const cells: string[] = [];
  await undo(async () => {
    const sample = await sampleOf(app);
    for (const { title, headers, foreign, hidden } of columns) {
      if (isPublic && title !== 'system' && headers !== null) {
        cells.push('·');
        continue;
      }
      const where = `${endpoint.method} ${endpoint.path} as ${title}`;
      const outcome = await ask(endpoint, sample, headers);
      if (foreign && !isPublic) expectNothingOfNordmark(outcome.answer, where);
      if (hidden && !isPublic) expectNothingOf(hidden, outcome.answer, where);
      if (endpoint.audit) expectEvents(endpoint.audit, outcome, headers !== null && !isPublic, where);
      if (outcome.answer.status < 400) events.push(...outcome.events);
      cells.push(cell(outcome.answer));
    }
    if (!isPublic) await expectAccess(endpoint, endpoint.access as Access, sample);
  });
  const { audit } = endpoint;
  if (audit) expectRecorded(audit, events, `${endpoint.method} ${endpoint.path}`);
  const needs = isPublic ? 'public' : needsText(endpoint.access as Access);
  return { endpoint, cells, needs, audit: audit ? auditText(audit, events) : null };
}

/** What an access declares, asked of people who lack one thing of it and of people who hold no more than it takes. */
async function expectAccess(endpoint: Endpoint, access: Access, sample: Sample): Promise<void> {
  const as = (scope: Scope, names: readonly Permission[]): Promise<string> =>
    undo(async () => {
      await probes[scope].grant(names);
      const { answer } = await ask(endpoint, sample, bearing(probes[scope].token));
      return answer.status === 403 ? `403 ${answer.body.error.status}` : String(answer.status);
    });
  const where = `${endpoint.method} ${endpoint.path}`;
  const without = (...names: Permission[]) => PERMISSIONS.filter((name) => !names.includes(name));
  const { all = [], any = [], scopes = SCOPES, feature } = access;

  const [home, full] = await firstAdmitted(scopes, (scope) => as(scope, PERMISSIONS));
  expect(home, `${where} admits somebody`).toBeDefined();
  if (!home) return;
  for (const name of all) expect(await as(home, without(name)), `${where} without ${name}`).toBe('403 FORBIDDEN');
  if (any.length > 0) expect(await as(home, without(...any)), `${where} with none of any`).toBe('403 FORBIDDEN');
  for (const name of any) {
    const isEnough = sample.needs === undefined || [sample.needs].flat().includes(name);
    const expected = isEnough ? full : `403 ${sample.without ?? 'FORBIDDEN'}`;
    expect(await as(home, [...without(...any), name]), `${where} with ${name} alone`).toBe(expected);
  }
  for (const scope of SCOPES.filter((one) => !scopes.includes(one)))
    expect(await as(scope, PERMISSIONS), `${where} of scope ${scope}`).toBe('403 FORBIDDEN');
  if (feature !== undefined)
    await undo(async () => {
      const off = { name: feature, key: '', enabled: false, updated_at: app.clock.now() };
      await app.db.insertInto('feature_flag').values(off).execute();
      expect(await as(home, PERMISSIONS), `${where} without its feature`).toBe('403 FEATURE_OFF');
    });
  await undo(async () => {
    const owing = { agreement_accepted_at: null };
    await app.db.updateTable('app_user').set(owing).where('id', '=', probes[home].userId).execute();
    const expected = access.beforeTerms ? full : '403 TERMS_NOT_ACCEPTED';
    expect(await as(home, PERMISSIONS), `${where} before the terms are accepted`).toBe(expected);
  });
  await expectWays(access, home, where);
}

/** The first of these scopes whose people are let in with every permission, and what they are answered. */
async function firstAdmitted(
  scopes: readonly Scope[],
  as: (scope: Scope) => Promise<string>,
): Promise<[Scope, string] | [undefined, '']> {
  for (const scope of scopes) {
    const answer = await as(scope);
    if (!answer.startsWith('403') && answer !== '401') return [scope, answer];
  }
  return [undefined, ''];
}

/** Who comes by a way that the access does not name is refused. */
async function expectWays(access: Access, scope: Scope, where: string): Promise<void> {
  const { userId, sessionId, grant } = probes[scope];
  const ways: Credential[] = [
    { by: 'session', sessionId },
    { by: 'token', tokenId: randomUUID(), name: 'Report' },
    { by: 'certificate', certificateId: randomUUID() },
    { by: 'oauth', clientId: randomUUID(), name: 'Portal' },
    { by: 'oauth_client', clientId: randomUUID(), name: 'Sync' },
  ];
  await undo(async () => {
    await grant(PERMISSIONS);
    const found = await findSessionViewer(app.db, sessionId, userId, app.clock.now());
    if (!('viewer' in found)) throw new Error('The probe has no session.');
    for (const via of ways) {
      const result = requireAccess(access, { ...found.viewer, via }, app.db).then(
        () => 'admitted',
        () => 'refused',
      );
      const declared = access.via === undefined || access.via.includes(via.by);
      expect(await result, `${where} by ${via.by}`).toBe(declared ? 'admitted' : 'refused');
    }
  });
}

/** What a caller needs; nothing is answered before the terms are accepted but where it says so. */
const needsText = (access: Access): string =>
  `${accessText(access) || 'signed in'}${access.beforeTerms ? ', also before the terms' : ''}`;

const LEGEND = [
  'Answers to a well-formed request whose target is Cleo of Nordmark, a customer of Ben. 200/n: a list of n rows.',
  'An auditor holds every permission to view and no other; “none” holds no permission at all. ·: not asked, since a',
  'public endpoint looks at no token. “service user/token” is Dora of Nordmark, an administrator of her account, by an',
  'API token, “service user/certificate” a service user that administers Nordmark and is known by a certificate alone.',
  '“OAuth client” is one of Nordmark that acts by itself, “OAuth client/person” one that acts for an administrator of',
  'Orsini who belongs to Nordmark too. “needs” is the access that the contract declares.',
].join('\n');

/** A table as text: columns as wide as their widest cell, the last one as it is. */
function table(rows: readonly string[][]): string {
  const widths = rows[0]?.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row.map((text, index) => (index === row.length - 1 ? text : text.padEnd(widths[index] ?? 0))).join('  '),
    )
    .join('\n');
}

const name = ({ method, path }: Endpoint): string => `${method.padEnd(6)} ${path}`;

function matrixText(lines: readonly Line[]): string {
  const rows = lines.toSorted((a, b) => (name(a.endpoint).slice(7) < name(b.endpoint).slice(7) ? -1 : 1));
  const matrix = [
    ['', ...columns.map(({ title }) => title), 'needs'],
    ...rows.map(({ endpoint, cells, needs }) => [name(endpoint), ...cells, needs]),
  ];
  const audited = rows.flatMap(({ endpoint, audit }) => (audit === null ? [] : [[name(endpoint), audit]]));
  const events =
    audited.length === 0 ? '' : `\nWhat a call that succeeds leaves in the audit log\n\n${table(audited)}\n`;
  return `${LEGEND}\n\n${table(matrix)}\n${events}`;
}

/** The folder of an area: listSettings is in list-settings. */
const folderOf = (area: string): string => area.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

describe.each(Object.entries(areas))('who may do what, and what it leaves in the audit log: %s', (area, endpoints) => {
  const samples: Record<string, SampleOf> = SAMPLES[area as keyof typeof SAMPLES];
  const lines: Line[] = [];

  test.each(Object.entries<Endpoint>(endpoints))('[S-220 S-221] %s', async (key, endpoint) => {
    const sampleOf = samples[key];
    if (!sampleOf) throw new Error(`${area}.${key} has no sample.`);
    const line = await lineOf(endpoint, sampleOf);
    expect(line.cells).toHaveLength(columns.length);
    lines.push(line);
  });

  test('[S-220 S-221] is as its file says', async () => {
    await expect(matrixText(lines)).toMatchFileSnapshot(`./areas/${folderOf(area)}/access-matrix.txt`);
  });
});
