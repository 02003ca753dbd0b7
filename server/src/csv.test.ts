import { columns } from '@signet/contract/record';
import { expect, test } from 'vitest';
import { recordColumns } from './csv.ts';

const ACCOUNT = columns({
  name: { type: 'text', label: 'accounts.name' },
  active: { type: 'boolean', label: 'accounts.status', valueTexts: ['accounts.inactive', 'accounts.active'] },
  type: { type: 'choice', of: ['standard', 'partner'], label: 'accounts.type', valueTexts: 'accounts.type' },
  ends: { type: 'day', nullable: true, label: 'accounts.endDate' },
  seats: { type: 'integer', label: 'accounts.customers' },
  tags: { type: 'texts', max: 9, maxItems: 9, label: 'accounts.identifier' },
  hidden: { type: 'text' },
});
const ROW = { name: 'Mill', active: true, type: 'partner', ends: null, seats: 3, tags: ['a', 'b'] };

test('declared columns are exported by their types, what is chosen in words', () => {
  const of = recordColumns('de_DE', ACCOUNT, ['name', 'active', 'type', 'ends', 'seats', 'tags']);
  expect(of.map(({ head, value }) => [head, value(ROW)])).toEqual([
    ['Name', 'Mill'],
    ['Status', 'Aktiv'],
    ['Typ', 'Partner'],
    ['Enddatum', null],
    ['Kunden', 3],
    ['Kennung', 'a, b'],
  ]);
  expect(of.map(({ value }) => value({ ...ROW, active: false, type: 'standard' })).slice(1, 3)).toEqual([
    'Inaktiv',
    'Standard',
  ]);
});

test('a column without a label, or one that nobody read, is an error, not an empty column', () => {
  expect(() => recordColumns('en_US', ACCOUNT, ['hidden'])).toThrow('hidden has no label');
  const [ends] = recordColumns('en_US', ACCOUNT, ['ends']);
  expect(() => ends?.value({ name: 'Mill' })).toThrow('ends was not read');
});
