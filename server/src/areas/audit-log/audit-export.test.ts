import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLogKey } from '../../audit/keys.ts';
import { auditRow, recordAudit } from '../../audit/record.ts';
import { sequence } from '../../audit/sequencer.ts';
import { eventOf } from '../../audit/testing.ts';
import { verifyFile } from '../../audit/verify-file.ts';
import { newId } from '../../ids.ts';
import { startTestApp, type Answer, type Name, type TestApp } from '../../testing/app.ts';

const BASE = '/account/ui-api/v1/audit-log';
/** More than one batch of an export. */
const MANY = 1_200;

let app: TestApp;
let folder: string;
const nordmark = (): string => app.accountIds.get('nordmark-lb') ?? '';

beforeAll(async () => {
  app = await startTestApp();
  folder = await mkdtemp(join(tmpdir(), 'signet-events-'));
  const cleo = { account_id: nordmark(), actor_id: app.userIds.get('cleo') ?? '' };
  const event = (n: number) => eventOf(n, { ...cleo, at: new Date(Date.parse('2026-11-01T12:00:00Z') + n * 1000) });
  const rows = Array.from({ length: MANY }, (_, n) => auditRow(event(n), app.runtime));
  await app.db.insertInto('audit_event').values(rows).execute();
  await recordAudit(
    app.db,
    {
      ...event(MANY),
      actor_id: app.userIds.get('ada') ?? '',
      actor_via: 'token',
      credential_id: newId(),
      credential_name: 'Clean-up of the platform',
      resource_name: '=by(the) "platform"',
      action: 'DELETE',
    },
    app.runtime,
  );
  await recordAudit(app.db, { ...event(0), account_id: app.accountIds.get('orsini-custody') ?? '' }, app.runtime);
  const signer = await openLogKey(app.db, {
    seal: app.runtime.seal,
    clock: app.clock,
    origin: app.runtime.config.AUDIT_ORIGIN,
  });
  const { eventMac: mac, keptHead: kept, log } = app.runtime;
  await sequence(app.db, { signer, mac, kept, clock: app.clock, log });
  await recordAudit(app.db, { ...event(MANY + 1), resource_name: 'too late for the checkpoint' }, app.runtime);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const file = (who: Name | null, kind: 'export' | 'evidence', query: Record<string, string> = {}): Promise<Answer> =>
  app.call(who, 'GET', `${BASE}/${kind}?${new URLSearchParams({ to: '2026-11-02', ...query }).toString()}`);
const linesOf = ({ body }: Answer): string[] => String(body).split('\n').slice(0, -1);

/** What `npm run audit:verify` says of a file with these lines. */
async function verify(lines: readonly string[], ...args: string[]): Promise<{ code: number; said: string }> {
  const path = join(folder, 'events.jsonl');
  await writeFile(path, lines.map((line) => `${line}\n`).join(''));
  let said = '';
  const code = await verifyFile([path, ...args], (text) => (said += text));
  return { code, said };
}

test('everything that matches is a table, newest first, with its heads in the language asked for', async () => {
  const answer = await file('cleo', 'export', { locale: 'de_DE' });
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.headers['content-disposition']).toBe('attachment; filename="audit-log-2026-11-21.csv"');
  const [heads = '', newest, platform = '', ...rest] = String(answer.body).split('\r\n');
  expect(heads).toContain('Ressourcentyp');
  expect(newest).toContain('too late for the checkpoint');
  // A formula is made harmless; the platform's address stays with the platform.
  expect(platform).toContain(`"'=by(the) ""platform"""`);
  expect(platform).not.toContain('203.0.113.7');
  expect(platform).not.toContain('Clean-up');
  expect((await file('ada', 'export', { action: 'DELETE' })).body).toContain(',token,Clean-up of the platform,');
  expect(rest[0]).toContain('203.0.113.7');
  expect(rest.filter(Boolean)).toHaveLength(MANY);
  expect(linesOf(await file('cleo', 'export', { action: 'DELETE' }))).toHaveLength(2);
  expect(linesOf(await file('carl', 'export'))).toHaveLength(2);
});

test('a file goes on where a look further back does', async () => {
  const beyond = '2026-11-01 12:00:10';
  for (const kind of ['export', 'evidence'] as const) {
    const count = async (query: Record<string, string>) =>
      linesOf(await file('cleo', kind, { to: '2026-11-01', ...query })).length;
    const all = await count({});
    // One event a second.
    expect((await count({ beyond })) - (await count({ beyond: '2026-11-01 12:00:00' })), kind).toBe(10);
    const [earlier, later] = [await count({ beyond }), await count({ beyond, sort: 'at:asc' })];
    expect(earlier + later - (await count({ to: '2026-10-01' })), kind).toBe(all);
  }
});

test('everything that matches comes with its proof, and is checked without this platform', async () => {
  const answer = await file('ada', 'evidence', { account_id: nordmark() });
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('application/jsonl; charset=utf-8');
  expect(answer.headers['content-disposition']).toBe('attachment; filename="audit-log-2026-11-21.jsonl"');
  const lines = linesOf(answer);
  expect(lines).toHaveLength(MANY + 4);
  const { code, said } = await verify(lines);
  expect(said).toContain(`Proved: ${MANY + 1} events are in the log of ${MANY + 2} as they were recorded.`);
  expect(said).toContain('1 wait for their place');
  expect(code).toBe(0);
  const { body: home } = await app.call('ada', 'GET', `${BASE}/checkpoint`);
  expect((await verify(lines, '--key', home.public_key)).said).toContain('Signed with the key you gave');
});

test('an account gets the proof of what others did there too, without from where', async () => {
  const lines = linesOf(await file('cleo', 'evidence', { action: 'DELETE' }));
  const { event, withheld } = JSON.parse(lines[1] ?? '');
  expect(withheld).toEqual(['ip', 'user_agent', 'correlation_id', 'credential_id', 'credential_name']);
  expect(event).toMatchObject({ action: 'DELETE', actor_id: app.userIds.get('ada') });
  for (const field of withheld) expect(event).not.toHaveProperty(field);
  const { code, said } = await verify(lines);
  expect(said).toContain('Proved: 0 events');
  expect(said).toContain('1 more have their place in it; a part of them is withheld');
  expect(code).toBe(0);
});

test.each<[string, (lines: string[]) => string[], string]>([
  [
    'a changed event',
    (lines) => lines.with(4, (lines[4] ?? '').replace('UPDATE', 'DELETE')),
    'is not what was recorded',
  ],
  [
    'a proof of another event',
    (lines) => lines.with(2, (lines[2] ?? '').replace(/"index":\d+/, '"index":3')),
    'is not what was recorded',
  ],
  ['an event taken out', (lines) => lines.toSpliced(2, 1), 'it has'],
  ['an end cut off', (lines) => lines.slice(0, -1), 'The end of the file is missing'],
  ['another head', (lines) => lines.with(0, (lines[0] ?? '').replace(/\\n\d+\\n/, '\\n7\\n')), 'not as it was signed'],
  ['a line that says nothing', (lines) => lines.with(3, '{}'), 'not what was recorded'],
  ['another spelling of a line', (lines) => lines.with(3, ` ${lines[3]}`), 'was changed'],
])('%s is named', async (_what, change, sentence) => {
  const lines = linesOf(await file('cleo', 'evidence'));
  const { code, said } = await verify(change(lines));
  expect(said).toContain('Not proved.');
  expect(said).toContain(sentence);
  expect(code).toBe(1);
});

test('another key than the expected one is named, and so is a file that is none', async () => {
  const lines = linesOf(await file('cleo', 'evidence', { action: 'DELETE' }));
  const other = 'other.example/audit+8da1bd48+AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==';
  expect((await verify(lines, '--key', other)).code).not.toBe(0);
  expect((await verify([])).code).toBe(2);
});

test('an export is refused to whoever may not see the log', async () => {
  for (const kind of ['export', 'evidence'] as const) {
    expect((await file('emil', kind)).status).toBe(403);
    expect((await file(null, kind)).status).toBe(401);
    expect((await file('ada', kind, { action: 'READ' })).status).toBe(400);
  }
});
