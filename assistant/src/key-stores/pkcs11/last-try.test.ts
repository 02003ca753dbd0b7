/** A PIN that locks its token when it is wrong is tried by its person's word alone. */
import { PIN } from '@signet/pkcs11/testing/soft-hsm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTokens, type WithTokens } from '../../testing/tokens.ts';

const refused = (status: string) => ({ error: { status } });
let one: WithTokens;
beforeAll(async () => (one = await withTokens()));
afterAll(() => one.close());

function another(label: string) {
  const token = one.hsm.token(label);
  return { ...token, place: { keystore: 'softhsm', token: token.serial } };
}
const verify = (where: object, pin: string) => one.page.call('verifypin', { ...where, pin });

test('the last try is nobody’s but the person’s, also where the page sends the PIN', async () => {
  const fresh = another('Last');
  one.hsm.flag(fresh, 0x20000);
  const denied = verify(fresh.place, 'Wrong-4711');
  await one.person.answers('After one more wrong PIN, the token “Last”', 'no');
  expect(await denied).toMatchObject(refused('CKR_FUNCTION_CANCELED'));
  const agreed = verify(fresh.place, PIN);
  await one.person.answers('After one more wrong PIN, the token “Last”', 'yes');
  expect(await agreed).toEqual({ output: {} });
});

test('nor may a page use up the tries of a token that tells nothing of them', async () => {
  const fresh = another('Silent');
  for (const pin of ['Wrong-4711', 'Wrong-4712'])
    expect(await verify(fresh.place, pin)).toMatchObject(refused('CKR_PIN_INCORRECT'));
  const third = verify(fresh.place, 'Wrong-4713');
  await one.person.answers('2 wrong PINs were tried. One more may be the last', '\u001b');
  expect(await third).toMatchObject(refused('CKR_FUNCTION_CANCELED'));
});

test('nor is it made after wrong PINs of another page, while the person types theirs', async () => {
  const { page } = await one.assistant.approved('https://raced.example');
  const fresh = another('Raced');
  const changed = one.page.call('changepin', { ...fresh.place, new_pin: 'Fresh-0815' });
  await one.person.sees('Type the PIN of the token “Raced”');
  for (const pin of ['Wrong-4711', 'Wrong-4712'])
    expect(await page.call('verifypin', { ...fresh.place, pin })).toMatchObject(refused('CKR_PIN_INCORRECT'));
  await one.person.answers('Type the PIN of the token “Raced”', PIN);
  expect(await changed).toMatchObject(refused('TOKEN_IN_USE'));
  const again = verify(fresh.place, PIN);
  await one.person.answers('2 wrong PINs were tried. One more may be the last', 'yes');
  expect(await again).toEqual({ output: {} });
});

test('nor after those of another program, of which the token alone tells', async () => {
  const fresh = another('Elsewhere');
  const changed = one.page.call('changepin', { ...fresh.place, new_pin: 'Fresh-0815' });
  await one.person.sees('Type the PIN of the token “Elsewhere”');
  one.hsm.flag(fresh, 0x20000);
  await one.person.answers('Type the PIN of the token “Elsewhere”', PIN);
  expect(await changed).toMatchObject(refused('TOKEN_IN_USE'));
});

test('wrong PINs to reset it with are counted apart: the right PIN of its person does not end them', async () => {
  const fresh = another('Apart');
  const reset = (so_pin: string) => one.page.call('resetpin', { ...fresh.place, so_pin, new_pin: 'Fresh-0815' });
  for (const pin of ['87654321', '87654322']) expect(await reset(pin)).toMatchObject(refused('CKR_PIN_INCORRECT'));
  expect(await verify(fresh.place, PIN)).toEqual({ output: {} });
  const third = reset('87654323');
  await one.person.answers('2 wrong PINs were tried. One more may be the last with which', 'no');
  expect(await third).toMatchObject(refused('CKR_FUNCTION_CANCELED'));
});
