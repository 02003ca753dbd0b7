import { expect, test } from 'vitest';
import { ADMINISTRATORS as BASE } from '../../testing/administrators.ts';
import type { TestApp } from '../../testing/app.ts';
import { issueFor, withAuthorities } from '../../testing/authorities.ts';
import { onePlatform } from '../../testing/one-platform.ts';

let app: TestApp;
onePlatform((one) => void (app = one), { signedIn: ['ada', 'emil'] });

const idOf = (name: string): string => app.userIds.get(name) ?? '';
const effects = async (act: string, input: object) =>
  (await app.call('ada', 'POST', `${BASE}/bulk/${act}`, { ids: [idOf('cleo'), idOf('emil')], input })).body.effects;

test('a plan to delete people says how many certificates will be revoked; one to disable them says none', async () => {
  await withAuthorities(app);
  const accountId = app.accountIds.get('nordmark-lb') ?? '';
  const { id } = await issueFor(app, { belongsTo: { accountId, userId: idOf('cleo') } });
  await issueFor(app, { belongsTo: { accountId, userId: idOf('cleo') } });
  // One is on hold, which nobody could end any more; that of the account itself stays.
  const held = { state: 'revoked', revoked_at: app.clock.now(), revocation_reason: 'certificateHold' } as const;
  await app.db.updateTable('certificate').set(held).where('id', '=', id).execute();
  await issueFor(app, { belongsTo: { accountId } });

  expect(await effects('delete', {})).toEqual({ sessions: 1, certificates: 2 });
  expect(await effects('active', { active: false })).toEqual({ sessions: 1 });
});
