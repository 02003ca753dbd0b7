/** What of a module's functions is called, by a module that counts and does nothing. */
import type { Cryptoki } from '@signet/pkcs11/cryptoki';
import { Failed } from '@signet/pkcs11/failure';
import { beforeEach, expect, test, vi } from 'vitest';
import { openModule } from './module-session.ts';

const called: string[] = [];
let failing = '';
const module = new Proxy(
  {},
  {
    get: (_target, name: string) => () => {
      called.push(name);
      if (name === failing) throw new Failed({ code: 'CKR_GENERAL_ERROR', at: name });
    },
  },
) as Cryptoki;
vi.mock('@signet/pkcs11/cryptoki', async (original) => ({
  ...(await original<object>()),
  bindModule: () => module,
}));
const times = (name: string): number => called.filter((one) => one === name).length;
beforeEach(() => {
  called.length = 0;
  failing = '';
});

test('after a look at the tokens the module is left, so that other programs have the card', () => {
  const session = openModule('/module.so', null);
  expect(session.tokens()).toEqual([]);
  session.close();
  expect(called.at(-1)).toBe('C_Finalize');
  session.close();
  session.finish();
  expect(times('C_Finalize')).toBe(1);
  session.tokens();
  session.close();
  expect([times('C_Initialize'), times('C_Finalize')]).toEqual([2, 2]);
});

test('one that can’t be left is asked again all the same', () => {
  const session = openModule('/module.so', null);
  session.tokens();
  failing = 'C_Finalize';
  session.close();
  expect(session.tokens()).toEqual([]);
});
