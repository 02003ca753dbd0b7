import { payloadDate } from '@signet/contract/dates';
import { ZERO_UUID } from '@signet/contract/limits';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { dueEndings } from '../../endings/due-store.ts';
import { newId } from '../../ids.ts';
import type { Name, TestApp } from '../../testing/app.ts';
import { refreshMetadata } from '../../provider-metadata/refresh-store.ts';
import { remindOfSaml } from '../../sign-in/saml/reminder-store.ts';
import { findPersonViewer } from '../../sign-in/viewer-store.ts';
import { entityDescriptor, samlSave } from '../../testing/saml-metadata.ts';
import {
  CONFIG,
  ended,
  START,
  first,
  metadata,
  pem,
  print,
  provided,
  refusal,
  second,
  states,
  third,
  samlOfAccount,
} from '../../testing/saml-of-account.ts';
import type { Made } from '../../x509/testing/any-certificate.ts';

let app: TestApp;
let nordmark: string;
const { address, at, changes, read, save, serve } = samlOfAccount((next, account) => {
  [app, nordmark] = [next, account];
});

describe('metadata at an address', () => {
  const fromAddress = (more: object = {}) => ({
    identity_provider_config: { metadata: { metadata }, metadata_url: address(), ...more },
  });
  let hour = 0;
  /** After so many hours the job looks. */
  const look = (hours = 7) => {
    hour += hours;
    return at(new Date(Date.parse(START) + hour * 3_600_000), () => refreshMetadata(app.runtime));
  };
  beforeEach(() => void (hour = 0));
  const standing = async () => (await read()).body.refresh;
  const stateOf = async () => Object.fromEntries(states(await read()));

  test('a new certificate is next, then current; what leaves is retired, and may come back', async () => {
    await save('cleo', fromAddress());
    expect(await look(5)).toEqual({ looked: 0, failed: 0 });
    expect(await look(2)).toEqual({ looked: 1, failed: 0 });
    expect(await changes()).toEqual([]);
    serve(entityDescriptor({ certificates: [first, second] }));
    await look();
    expect(states(await read())).toEqual([
      [print(second), 'next'],
      [print(first), 'current'],
    ]);
    expect(await look(1)).toEqual({ looked: 0, failed: 0 });
    serve(entityDescriptor({ certificates: [second] }));
    await look();
    expect(states(await read())).toEqual([
      [print(second), 'current'],
      [print(first), 'retired'],
    ]);
    serve(entityDescriptor({ certificates: [first, second] }));
    await look();
    expect(states(await read())).toEqual([
      [print(first), 'next'],
      [print(second), 'current'],
    ]);
    expect((await changes()).map(({ actor_via }) => actor_via)).toEqual(['system', 'system', 'system']);
  });

  test('[A-165] a form that was open while it was read again does not undo what that brought', async () => {
    const { version } = (await save('cleo', fromAddress())).body;
    await look();
    const put = (xml: string, seen: number) =>
      app.call('cleo', 'PUT', `${CONFIG}/${nordmark}?version=${seen}`, {
        ...samlSave(nordmark, xml),
        identity_provider_config: { metadata: { metadata: xml }, metadata_url: address(), certificates: [stale] },
      });
    const stale = { certificate: pem(first), state: 'current' };
    // Nothing new: nobody is told.
    const again = await put(metadata, version);
    expect(again.status).toBe(200);
    serve(entityDescriptor({ certificates: [second] }));
    await look();
    const late = await put(metadata, again.body.version);
    expect([refusal(late), late.body.error.params?.named]).toEqual([[409, 'CHANGED_MEANWHILE', []], 'no']);
    expect(await stateOf()).toEqual({ [print(first)]: 'retired', [print(second)]: 'current' });
    // The certificates are the same, but where people sign out is another one.
    const { version: seen } = (await read()).body;
    serve(entityDescriptor({ certificates: [second], binding: 'HTTP-POST' }));
    await look();
    expect(refusal(await put(metadata, seen))).toEqual([409, 'CHANGED_MEANWHILE', []]);
  });

  test('what somebody has retired by hand or added as a file stays', async () => {
    const certificates = [{ certificate: pem(first), state: 'retired' }, { certificate: pem(second) }];
    await save('cleo', fromAddress({ certificates }));
    await look();
    expect(await stateOf()).toEqual({ [print(first)]: 'retired', [print(second)]: 'current' });
    expect(await changes()).toEqual([]);
  });

  test('what somebody has taken away does not come back with what is read again', async () => {
    const both = entityDescriptor({ certificates: [first, second] });
    serve(both);
    const taken = { [print(first)]: 'retired', [print(second)]: 'current' };
    const saved = (...certificates: object[]) => ({
      identity_provider_config: { metadata: { metadata: both }, metadata_url: address(), certificates },
    });
    await save('cleo', saved({ certificate: pem(first) }, { certificate: pem(second) }));
    await save('cleo', { ...saved({ certificate: pem(second) }), edit: true });
    await look();
    expect(await stateOf()).toEqual(taken);
    await app.db.deleteFrom('saml_certificate').where('thumb_print', '=', print(first)).execute();
    await look();
    expect(await stateOf()).toEqual(taken);
  });

  test('the same address for forms alone is taken over by itself, and told', async () => {
    await save('cleo', fromAddress());
    serve(entityDescriptor({ certificates: [first], binding: 'HTTP-POST' }));
    await look();
    const stored = app.db.selectFrom('saml_config').select(['sign_on_binding', 'offered_at']);
    expect(await stored.executeTakeFirstOrThrow()).toEqual({ sign_on_binding: 'post', offered_at: null });
    expect(await changes()).toEqual([
      expect.objectContaining({
        before: expect.objectContaining({ sign_on_binding: 'redirect' }),
        after: expect.objectContaining({ sign_on_binding: 'post' }),
      }),
    ]);
  });

  test('another address to sign in waits for a yes; the certificates with it don’t', async () => {
    await save('cleo', fromAddress());
    const moved = 'https://new.nordmark.example/sso';
    serve(entityDescriptor({ certificates: [first, second], signOnAddress: moved }));
    await look();
    const shown = { entity_id: 'https://idp.nordmark.example/saml', sign_on_address: moved };
    expect((await standing()).offered).toMatchObject({ ...shown, declined: false });
    expect((await read()).body.identity_provider_config.sign_on_address).toBe('https://idp.nordmark.example/sso');
    expect(states(await read())).toHaveLength(2);
    const answer = (accept: boolean, person: Name = 'cleo', seen: object = shown) =>
      app.call(person, 'PUT', `${CONFIG}/${nordmark}/offered-metadata`, { accept, ...seen });
    expect(refusal(await answer(true, 'carl'))).toEqual([404, 'NOT_FOUND', []]);
    expect(refusal(await answer(true, 'emil'))).toEqual([403, 'FORBIDDEN', []]);
    const other = { ...shown, sign_on_address: 'https://evil.example/sso' };
    expect(refusal(await answer(true, 'cleo', other))).toEqual([409, 'CHANGED_MEANWHILE', []]);
    // Other settings are saved: what was offered, and what was answered, stays.
    const rename = (first_name: string) => save('cleo', { ...fromAddress(), edit: true, attributes: { first_name } });
    expect((await rename('vorname')).body.refresh.offered).toMatchObject({ ...shown, declined: false });
    const told = (await changes()).length;
    for (let time = 0; time < 2; time += 1) expect((await answer(false)).body.refresh.offered.declined).toBe(true);
    expect((await changes()).length, 'said once').toBe(told + 1);
    expect((await rename('prenom')).body.refresh.offered).toMatchObject({ ...shown, declined: true });
    await look();
    expect((await standing()).offered.declined).toBe(true);
    const { body } = await answer(true);
    expect([body.identity_provider_config.sign_on_address, body.refresh.offered]).toEqual([moved, null]);
    expect(refusal(await answer(true))).toEqual([404, 'NOT_FOUND', []]);
  });

  test('what the provider has withdrawn is retired also while its other address waits, and stays so', async () => {
    await save('cleo', fromAddress());
    const moved = { signOnAddress: 'https://new.nordmark.example/sso' };
    serve(entityDescriptor({ ...moved, certificates: [second] }));
    await look();
    expect(await stateOf()).toEqual({ [print(first)]: 'retired', [print(second)]: 'current' });
    serve(entityDescriptor({ ...moved, certificates: [third] }));
    await look();
    const withdrawn = { [print(first)]: 'retired', [print(second)]: 'retired', [print(third)]: 'current' };
    expect(await stateOf()).toEqual(withdrawn);
    // Whoever takes one off the list that stands in the older text does not bring it back by that.
    const listed = [{ certificate: pem(third) }, { certificate: pem(second), state: 'retired' }];
    expect((await save('cleo', { ...fromAddress({ certificates: listed }), edit: true })).status).toBe(200);
    expect(await stateOf()).toEqual({ [print(second)]: 'retired', [print(third)]: 'current' });
    const shown = { entity_id: 'https://idp.nordmark.example/saml', sign_on_address: moved.signOnAddress };
    await app.call('cleo', 'PUT', `${CONFIG}/${nordmark}/offered-metadata`, { accept: true, ...shown });
    expect(await stateOf()).toEqual({ [print(second)]: 'retired', [print(third)]: 'current' });
  });

  test('a clock that was a month ahead for a moment does not keep it from being read until then', async () => {
    await save('cleo', fromAddress());
    await look(30 * 24);
    expect(await look(-29 * 24)).toEqual({ looked: 1, failed: 0 });
  });

  test('another provider brings nothing by itself, no certificate either', async () => {
    await save('cleo', fromAddress());
    serve(entityDescriptor({ certificates: [second], entityId: 'https://evil.example/saml' }));
    await look();
    expect(states(await read())).toEqual([[print(first), 'current']]);
    expect((await standing()).offered.entity_id).toBe('https://evil.example/saml');
  });

  test.each([
    ['that is none', '<html/>', 'METADATA_NO_PROVIDER'],
    ['without a certificate', entityDescriptor(), 'CERTIFICATE_NEEDED'],
    ['whose certificates have ended', entityDescriptor({ certificates: [ended] }), 'CERTIFICATE_EXPIRED'],
    ['that is huge', 'x'.repeat(1_100_000), 'METADATA_UNREACHABLE'],
  ])('metadata %s changes nothing; the looks become rarer, and it is said', async (_what, bad, fault) => {
    await save('cleo', fromAddress());
    serve(bad);
    expect(await look()).toEqual({ looked: 1, failed: 1 });
    expect(await look(11)).toEqual({ looked: 0, failed: 0 });
    expect((await save('cleo', { ...fromAddress(), edit: true, idp_initiated: true })).body.refresh.fault).toBe(fault);
    expect(await look(1)).toEqual({ looked: 1, failed: 1 });
    expect(states(await read())).toEqual([[print(first), 'current']]);
    expect((await standing()).fault).toBe(fault);
    await look(24);
    const { items } = (await app.call('cleo', 'GET', '/account/ui-api/v1/federation/notices')).body;
    expect(items).toMatchObject([{ kind: 'refresh', account_id: nordmark }]);
    serve(null);
    await look(48);
    expect((await standing()).fault).toBe(null);
  });

  test('is not looked for in the platform’s own network, nor where the account is gone', async () => {
    await save('cleo', fromAddress());
    app.runtime.config.OWN_NETWORK_PROVIDERS = false;
    await look();
    app.runtime.config.OWN_NETWORK_PROVIDERS = true;
    expect((await standing()).fault).toBe('METADATA_ADDRESS_FORBIDDEN');
    await app.db.updateTable('account').set({ deleted_at: app.clock.now() }).where('id', '=', nordmark).execute();
    expect(await look(48)).toEqual({ looked: 0, failed: 0 });
  });
});

describe('metadata that says until when it is good', () => {
  const HOUR = 3_600_000;
  const from = (hours: number): string => new Date(Date.parse(START) + hours * HOUR).toISOString();
  const good = (hours: number, more = ''): string =>
    metadata.replace('<md:EntityDescriptor ', `<md:EntityDescriptor validUntil="${from(hours)}" ${more} `);
  const notices = async (person: Name = 'cleo') =>
    (await app.call(person, 'GET', `/account/ui-api/v1/federation/notices?account_id=${nordmark}`)).body.items;
  const later = <T>(hours: number, act: () => Promise<T>) => at(new Date(from(hours)), act);

  test('is refused with its own words once it has ended; what is kept stays, and can be saved', async () => {
    const old = good(-1);
    expect(refusal(await save('cleo', {}, old))).toEqual([
      400,
      'METADATA_EXPIRED',
      ['identity_provider_config.metadata.metadata'],
    ]);
    const checked = await app.call('cleo', 'POST', `${CONFIG}/${nordmark}/metadata`, { metadata: old });
    expect(refusal(checked)).toEqual([400, 'METADATA_EXPIRED', ['metadata']]);
    const soon = good(0.01);
    expect((await save('cleo', {}, soon)).status).toBe(201);
    const again = await later(0.02, () => save('cleo', { edit: true, status: 'DISABLED' }, soon));
    expect([again.status, again.body.status]).toEqual([200, 'DISABLED']);
  });

  test('of a file it is told sixty days before; of an address only where nothing newer came', async () => {
    await save('cleo', {}, good(24 * 61));
    expect(await notices()).toEqual([]);
    await save('cleo', { edit: true }, good(24 * 59));
    expect(await notices()).toMatchObject([
      {
        kind: 'validity',
        ends: from(24 * 59)
          .slice(0, 19)
          .replace('T', ' '),
      },
    ]);
    // [S-419] The zero UUID is no account, as where none is named.
    const ofNone = `/account/ui-api/v1/federation/notices?account_id=${ZERO_UUID}`;
    expect((await app.call('cleo', 'GET', ofNone)).body.items).toMatchObject([{ kind: 'validity' }]);
    expect((await app.call('carl', 'GET', '/account/ui-api/v1/federation/notices')).body.items).toEqual([]);
    const config = (xml: string) => ({
      edit: true,
      identity_provider_config: { metadata: { metadata: xml }, metadata_url: address() },
    });
    const seen = async (hours: number) => {
      const restore = app.keepSignIns();
      app.forget('cleo');
      const found = await later(hours, notices);
      restore();
      return found;
    };
    await save('cleo', config(good(100)));
    expect([await notices(), await seen(20)]).toEqual([[], []]);
    serve(good(100));
    await later(30, () => refreshMetadata(app.runtime));
    expect(await seen(53)).toMatchObject([{ kind: 'validity' }]);
    serve(good(200));
    await later(54, () => refreshMetadata(app.runtime));
    expect(await seen(55)).toEqual([]);
    serve(good(20));
    expect(await later(61, () => refreshMetadata(app.runtime))).toEqual({ looked: 1, failed: 1 });
    expect((await read()).body.refresh.fault).toBe('METADATA_EXPIRED');
  });

  test('it is read again as soon as it asks, an hour being the least', async () => {
    const config = { metadata: { metadata }, metadata_url: address() };
    await save('cleo', { identity_provider_config: config });
    serve(good(500, 'cacheDuration="PT1H30M"'));
    await later(7, () => refreshMetadata(app.runtime));
    expect(await later(8, () => refreshMetadata(app.runtime))).toEqual({ looked: 0, failed: 0 });
    serve(good(500, 'cacheDuration="PT1S"'));
    expect(await later(8.6, () => refreshMetadata(app.runtime))).toEqual({ looked: 1, failed: 0 });
    expect(await later(9.5, () => refreshMetadata(app.runtime))).toEqual({ looked: 0, failed: 0 });
    expect(await later(9.7, () => refreshMetadata(app.runtime))).toEqual({ looked: 1, failed: 0 });
  });

  test.each(['validUntil="soon"', 'validUntil="2026-13-01T00:00:00Z"', 'cacheDuration="an hour"', 'cacheDuration="P"'])(
    '%s is no metadata',
    async (attribute) => {
      const xml = metadata.replace('<md:EntityDescriptor ', `<md:EntityDescriptor ${attribute} `);
      expect(refusal(await save('cleo', {}, xml))[1]).toBe('INVALID_XML');
    },
  );
});

describe('what ends soon', () => {
  const NOTICES = '/account/ui-api/v1/federation/notices';
  const kinds = async (person: Name, query = '') =>
    (await app.call(person, 'GET', `${NOTICES}${query}`)).body.items?.map(({ kind }: { kind: string }) => kind);
  const onDay = (day: string) => at(new Date(`${day}T08:00:00Z`), () => remindOfSaml(app.runtime));
  const endOn = (day: string, made: Made) =>
    app.db
      .updateTable('saml_certificate')
      .set({ valid_to: new Date(`${day}T12:00:00Z`) })
      .where('thumb_print', '=', print(made))
      .execute();
  const mails = () => app.db.selectFrom('mail').select(['recipient', 'kind', 'subject']).orderBy('recipient').execute();

  test('a provider’s certificate is told of 60, 30 and 7 days before, once each', async () => {
    await save('cleo');
    const told: [string, number][] = [];
    for (const day of [
      '2026-12-30',
      '2026-12-31',
      '2027-01-01',
      '2027-01-30',
      '2027-02-10',
      '2027-02-22',
      '2027-02-28',
    ])
      told.push([day, await onDay(day)]);
    expect(told.filter(([, count]) => count > 0)).toEqual([
      ['2026-12-31', 1],
      ['2027-01-30', 1],
      ['2027-02-22', 1],
    ]);
    expect((await mails())[0]).toMatchObject({
      recipient: 'cleo@nordmark-lb.example',
      kind: 'saml-certificate-ending',
      subject: 'The certificate “Nordmark single sign-on” of your identity provider ends on 01-Mar-2027',
    });
    expect(await kinds('cleo')).toEqual([]);
    await endOn('2026-12-31', first);
    expect(await kinds('cleo')).toEqual(['certificate']);
    expect(await kinds('ada', `?account_id=${nordmark}`)).toEqual(['certificate']);
    expect(await kinds('ada')).toEqual([]);
    expect(await kinds('carl')).toEqual([]);
    expect((await app.call('carl', 'GET', `${NOTICES}?account_id=${nordmark}`)).status).toBe(404);
  });

  test('what can’t be noted down is not mailed, once or without end', async () => {
    await save('cleo');
    await sql`create sequence passed_over`.execute(app.db);
    await sql`create function pass_over() returns trigger language plpgsql as
      $$ begin if nextval('passed_over') <= 3 then return null; end if; return new; end $$`.execute(app.db);
    await sql`create trigger pass_over before update on saml_certificate
      for each row execute function pass_over()`.execute(app.db);
    await expect(onDay('2026-12-31')).rejects.toThrow('could not be noted down');
    expect(await mails()).toEqual([]);
  });

  test('of the platform’s own provider it is said that it is the platform’s', async () => {
    const platform = app.accountIds.get('signet-platform') ?? '';
    await app.call('ada', 'POST', CONFIG, samlSave(platform, metadata));
    await save('cleo');
    await endOn('2026-12-31', first);
    const told = async (person: Name) => (await app.call(person, 'GET', NOTICES)).body.items;
    expect(await told('ada')).toMatchObject([{ account_id: platform, system_account: true, kind: 'certificate' }]);
    expect(await told('cleo')).toMatchObject([{ account_id: nordmark, system_account: false, kind: 'certificate' }]);
  });

  test('nobody is told of one that another outlives, nor where nobody signs in by it', async () => {
    await save('cleo', provided([{ certificate: pem(second), state: 'next' }]));
    expect(await onDay('2027-01-15')).toBe(0);
    await endOn('2026-12-31', first);
    expect(await kinds('cleo')).toEqual([]);
    await endOn('2027-03-01', first);
    await app.db.updateTable('saml_certificate').set({ state: 'retired' }).where('state', '=', 'next').execute();
    await app.db.updateTable('account').set({ saml_sign_in: false }).where('id', '=', nordmark).execute();
    expect(await onDay('2027-01-15')).toBe(0);
    await endOn('2026-12-31', first);
    expect(await kinds('cleo')).toEqual([]);
    expect(await kinds('cleo', `?account_id=${nordmark}`)).toEqual(['certificate']);
  });

  test('nobody is told where the account is over', async () => {
    await save('cleo');
    const over = { service_to: '2027-01-14' };
    await app.db.updateTable('account').set(over).where('id', '=', nordmark).execute();
    expect(await onDay('2027-01-15')).toBe(0);
  });

  const lasting = entityDescriptor({ certificates: [second] });
  const until = (day: string): string =>
    lasting.replace('<md:EntityDescriptor ', `<md:EntityDescriptor validUntil="${day}T12:00:00Z" `);
  /** On which of these days somebody was told. */
  async function toldOn(...days: string[]): Promise<string[]> {
    const counts: [string, number][] = [];
    for (const day of days) counts.push([day, await onDay(day)]);
    return counts.filter(([, count]) => count > 0).map(([day]) => day);
  }

  async function saveOn(day: string, xml: string): Promise<void> {
    // Her session has ended long ago.
    const restore = app.keepSignIns();
    app.forget('cleo');
    const { status } = await at(new Date(`${day}T08:00:00Z`), () => save('cleo', { edit: true }, xml));
    restore();
    expect(status).toBe(200);
  }

  test('metadata of a file is told of 60, 30 and 7 days before its own end, and anew once it is another', async () => {
    await save('cleo', {}, until('2027-02-01'));
    expect(await toldOn('2026-12-02', '2026-12-03', '2026-12-31', '2027-01-02')).toEqual(['2026-12-03', '2027-01-02']);
    expect((await mails())[0]).toMatchObject({
      recipient: 'cleo@nordmark-lb.example',
      kind: 'saml-metadata-ending',
      subject: 'The metadata of your identity provider is good until 01-Feb-2027',
    });
    // Saved with other settings it is the same still; with a later end it is another.
    await saveOn('2027-01-25', until('2027-02-01'));
    expect(await toldOn('2027-01-11', '2027-01-25', '2027-02-02')).toEqual(['2027-01-25']);
    await saveOn('2027-01-26', until('2027-02-10'));
    expect(await toldOn('2027-01-27', '2027-02-03', '2027-02-04')).toEqual(['2027-02-03']);
    await app.db.updateTable('saml_config').set({ reminded_days: null }).execute();
    await app.db.updateTable('account').set({ saml_sign_in: false }).where('id', '=', nordmark).execute();
    expect(await onDay('2027-02-04')).toBe(0);
  });

  test('metadata of an address is told of two days before, where nothing newer came', async () => {
    const fromAddress = { metadata: { metadata: until('2026-12-10') }, metadata_url: address() };
    await save('cleo', { identity_provider_config: fromAddress });
    const look = (day: string) => at(new Date(`${day}T07:00:00Z`), () => refreshMetadata(app.runtime));
    serve(until('2026-12-12'));
    await look('2026-12-07');
    expect(await toldOn('2026-12-08', '2026-12-09')).toEqual([]);
    await look('2026-12-09');
    expect(await toldOn('2026-12-10', '2026-12-11')).toEqual(['2026-12-10']);
  });

  test('metadata that never is good for longer than a day is no news, while its address brings the next', async () => {
    const fromAddress = { metadata: { metadata: until('2026-11-22') }, metadata_url: address() };
    await save('cleo', { identity_provider_config: fromAddress });
    for (const day of [22, 23, 24, 25]) {
      serve(until(`2026-11-${day + 1}`));
      await at(new Date(`2026-11-${day}T13:00:00Z`), () => refreshMetadata(app.runtime));
      expect(await toldOn(`2026-11-${day + 1}`)).toEqual([]);
      await app.db.updateTable('saml_config').set({ refresh_failures: 2 }).execute();
      expect(await at(new Date(`2026-11-${day}T14:00:00Z`), toldOfEnds)).toEqual([]);
    }
    // Nothing newer can come meanwhile.
    await app.db.updateTable('saml_config').set({ refresh_failures: 3 }).execute();
    expect(await at(new Date('2026-11-25T20:00:00Z'), toldOfEnds)).toEqual([
      'refresh',
      'validity',
      'sign_on_metadata',
      'sign_on_metadata',
    ]);
    expect(await toldOn('2026-11-25')).toEqual(['2026-11-25']);
  });

  /** What the bell, the list and its messages have of metadata. */
  async function toldOfEnds(): Promise<string[]> {
    const restore = app.keepSignIns();
    app.forget('cleo');
    const inBell = (await kinds('cleo')).filter((kind: string) => kind !== 'certificate');
    const listed = (await app.call('cleo', 'GET', '/account/ui-api/v1/ends-soon?kind=sign_on_metadata')).body.items;
    restore();
    const now = app.clock.now();
    const via = { by: 'session', sessionId: newId() } as const;
    const viewer = await findPersonViewer(app.db, app.userIds.get('cleo') ?? '', via, now);
    const yesterday = payloadDate(new Date(now.getTime() - 86_400_000));
    const due = viewer ? await dueEndings(viewer, app.db, { now, license: null }, yesterday) : { rows: [] };
    const told = [...listed, ...due.rows].map(({ kind }) => kind);
    return [...inBell, ...told.filter((kind) => kind === 'sign_on_metadata')];
  }

  test('a key of ours is told of, also beside a next one', async () => {
    await save('cleo', provided([{ certificate: pem(second) }], entityDescriptor({ certificates: [second] })));
    await app.db
      .updateTable('saml_key')
      .set({ valid_to: new Date('2027-01-20T00:00:00Z') })
      .execute();
    await app.call('cleo', 'POST', `${CONFIG}/${nordmark}/keys`);
    expect(await onDay('2026-12-24')).toBe(1);
    // With midnight the day before is over.
    expect(await mails()).toMatchObject([
      { kind: 'saml-key-ending', subject: 'The key by which Signet signs for Nordmark Landesbank ends on 19-Jan-2027' },
    ]);
    expect(await kinds('cleo')).toEqual(['key']);
  });
});
