/** Files are made of many rows: each call that makes one is bounded, and says what it does to what it writes. */
import { expect, test } from 'vitest';
import { endpoints } from './index.ts';

const EXPORTS = endpoints.flatMap((one) =>
  'produces' in one ? [[`${one.method} ${one.path}`, one.produces, one] as const] : [],
);

test('there are files of people, of what ends, and of events', () => {
  expect(EXPORTS.map(([call]) => call)).toEqual(
    expect.arrayContaining([
      'GET /account/ui-api/v1/user/export',
      'GET /account/ui-api/v1/ends-soon/export',
      'GET /account/ui-api/v1/audit-log/evidence',
    ]),
  );
});

test.each(EXPORTS)('%s is asked for so often a minute', (_call, _type, endpoint) => {
  expect(endpoint).toMatchObject({ perMinute: 30 });
});

test.each(EXPORTS.filter(([, type]) => type === 'text/csv'))(
  '%s says that formulas are made harmless',
  (_call, _type, { summary }) => {
    expect(summary).toContain('Formulas are made harmless by a leading apostrophe.');
  },
);
