import { LOCALES } from '@signet/contract/locales';
import { expect, test } from 'vitest';
import { withWords } from './not-loaded-plugin.ts';

test('the page has words for each language, and is otherwise as it was', () => {
  const html = withWords('<body><div></div></body>');
  expect(html.match(/<template/g)).toHaveLength(LOCALES.length);
  expect(html).toContain('lang="de-DE"><h1>Diese Seite konnte nicht geladen werden</h1><p>Nicht alle Dateien');
  expect(html.replaceAll(/<template.*?<\/template>/g, '')).toBe('<body><div></div></body>');
});
