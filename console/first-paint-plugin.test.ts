import { expect, test } from 'vitest';
import { withoutHolding } from './first-paint-plugin.ts';

test('style sheets stay in their place and hold back nothing; other links stay as they are', () => {
  expect(
    withoutHolding('<link rel="icon" href="i.svg"><link rel="stylesheet" crossorigin href="a.css"><body></body>'),
  ).toBe(
    '<link rel="icon" href="i.svg">' +
      '<link rel="stylesheet" media="print" data-applied-later crossorigin href="a.css"><body></body>',
  );
});
