import { LEGAL_DOCUMENTS } from '@signet/contract/legal';
import { expect, test } from 'vitest';
import { FOOTER_LINKS } from '../../shell/public/customization.ts';
import { legalText } from './documents.ts';

test('[S-020] [S-022] behind each footer link stands a page under the very words of the link', () => {
  for (const [link, title] of FOOTER_LINKS) expect(legalText(LEGAL_DOCUMENTS[link])?.title).toBe(title);
  expect(FOOTER_LINKS.map(([link]) => link)).toEqual(Object.keys(LEGAL_DOCUMENTS));
});

test.each(['', 'imprint', 'Support', '__proto__', 'constructor', 'toString'])('there is no document "%s"', (name) =>
  expect(legalText(name)).toBeNull(),
);
