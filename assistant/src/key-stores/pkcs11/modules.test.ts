/** The list of modules as data, and what of it is found on a computer. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { KEY_STORE_TYPES } from '@signet/contract/assistant/key-stores';
import { afterAll, describe, expect, test } from 'vitest';
import { moduleKinds } from './modules.ts';
import MODULES from './modules.json' with { type: 'json' };

const home = mkdtempSync(path.join(tmpdir(), "signet-o'home-"));
afterAll(() => rmSync(home, { recursive: true }));
const put = (name: string): string => {
  const file = path.join(home, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, '');
  return file;
};
const none = { linux: [], darwin: [], win32: [] };

test('[S-418] each type that the specification names has a module of its own name', () => {
  const kinds = moduleKinds({ home, platform: 'linux' });
  const types = kinds.map(({ type }) => type);
  expect(types.toSorted()).toEqual(
    KEY_STORE_TYPES.filter((type) => type !== 'software' && type !== 'other').toSorted(),
  );
  expect(new Set(kinds.map(({ name }) => name)).size).toBe(kinds.length);
  for (const name of ['SafeNet eToken', 'YubiKey (PIV)', 'Firefox', 'Store of the operating system'])
    expect(kinds.map((kind) => kind.name)).toContain(name);
});

describe('where it is found', () => {
  const rows = (files: string[], more: object = {}) => [
    { type: 'etoken', name: 'Own', files: { ...none, linux: files, win32: ['C:\\own.dll'] }, ...more },
  ];
  const found = (files: string[], more: object = {}, platform: NodeJS.Platform = 'linux') =>
    moduleKinds({ home, platform }, rows(files, more)).flatMap(({ instances }) => instances());

  test('the first file that is there is taken; a folder is none', () => {
    const [first, second] = [put('one.so'), put('two.so')];
    expect(found([home, path.join(home, 'no.so'), second, first])).toEqual([
      { path: second, parameters: null, profile: null },
    ]);
    expect(found([path.join(home, 'no.so')])).toEqual([]);
    expect(found([first], {}, 'win32')).toEqual([]);
  });

  test('a profile of Firefox is one that keeps certificates, and its path can’t break out of the parameters', () => {
    const module = put('softokn.so');
    const folder = path.dirname(put("fox/it's mine/cert9.db"));
    mkdirSync(path.join(home, 'fox/empty'));
    const profiles = { ...none, linux: ['fox', 'no-such'] };
    const quoted = folder.replaceAll("'", String.raw`\'`);
    expect(found([module], { profiles })).toEqual([
      { path: module, profile: "it's mine", parameters: expect.stringContaining(`'sql:${quoted}'`) as string },
    ]);
  });

  test('Firefox since 147 has its profiles where the person’s settings are', () => {
    const module = put('softokn.so');
    put('.config/mozilla/firefox/usual.default/cert9.db');
    put('settings/mozilla/firefox/named.default/cert9.db');
    put('.mozilla/firefox/older.default/cert9.db');
    const firefox = MODULES.filter(({ type }) => type === 'firefox').map((row) => ({
      ...row,
      files: { ...none, linux: [module] },
    }));
    const profiles = (config?: string) =>
      moduleKinds({ home, platform: 'linux', config }, firefox).flatMap(({ instances }) =>
        instances().map(({ profile }) => profile),
      );
    expect(profiles()).toEqual(['older.default', 'usual.default']);
    expect(profiles(path.join(home, 'settings'))).toEqual(['older.default', 'named.default']);
  });

  test('a list that is not of its form is refused whole', () => {
    expect(() => moduleKinds({ home, platform: 'linux' }, [{ type: 'etoken', name: 'Own' }])).toThrow('files');
    expect(() => moduleKinds({ home, platform: 'linux' }, [...rows([]), { type: 'dongle' }])).toThrow('type');
  });
});
