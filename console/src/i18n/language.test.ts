import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { activateLanguage, withTexts } from './language.ts';
import { currentLocale, t } from './text.ts';

/** What a build would lay there: English and German, at the start and of two pages. */
const folder = mkdtempSync(path.join(tmpdir(), 'signet-texts-'));
beforeAll(() => {
  for (const [locale, word] of Object.entries({ en_US: 'English', de_DE: 'German' })) {
    mkdirSync(path.join(folder, locale));
    for (const [part, key] of Object.entries({ start: 'common.none', one: 'shell.help', two: 'shell.skip' }))
      writeFileSync(path.join(folder, locale, `${part}.js`), `export default { '${key}': '${word} ${part}' };`);
  }
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  vi.stubGlobal('__TEXTS__', pathToFileURL(folder).href);
});
afterAll(() => {
  vi.unstubAllGlobals();
  rmSync(folder, { recursive: true });
});

const page = async (): Promise<string> => 'a page';

test('a page comes with its texts, in whichever language is chosen before, meanwhile or afterwards', async () => {
  await activateLanguage('en_US');
  expect(t('common.none')).toBe('English start');
  expect(await withTexts(page(), 'one')).toBe('a page');
  expect(t('shell.help')).toBe('English one');
  // Opened while another language is on its way: its texts are there in both.
  const changed = activateLanguage('de_DE');
  const opened = withTexts(page(), 'two');
  await opened;
  expect(t('shell.skip')).toMatch(/two$/);
  await changed;
  expect([currentLocale(), t('common.none'), t('shell.help'), t('shell.skip')]).toEqual([
    'de_DE',
    'German start',
    'German one',
    'German two',
  ]);
  // Who changes their mind gets what they chose last.
  await Promise.all([activateLanguage('en_US'), activateLanguage('de_DE')]);
  expect([currentLocale(), t('shell.help')]).toEqual(['de_DE', 'German one']);
});

test('a page whose texts can’t be fetched has not come, and holds no other language up', async () => {
  await expect(withTexts(page(), 'nowhere')).rejects.toThrow(/nowhere/);
  await activateLanguage('en_US');
  expect([currentLocale(), t('shell.help')]).toEqual(['en_US', 'English one']);
});
