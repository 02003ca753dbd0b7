import { expect, test } from 'vitest';
import { addressKey, isInRanges, plainRange, whyNotAddressRange } from './address-range.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  [' 192.0.2.7 ', '192.0.2.7'],
  ['192.0.2.7/32', '192.0.2.7'],
  ['192.0.2.0/24', '192.0.2.0/24'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['2001:DB8::1', '2001:db8::1'],
  ['2001:0db8:0000:0000:0000:0000:0000:0001/128', '2001:db8::1'],
  ['2001:db8::/32', '2001:db8::/32'],
  ['::', '::'],
  ['::/0', '::/0'],
  ['::1', '::1'],
  ['fe80::', 'fe80::'],
  ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
  ['2001:0:0:1:0:0:0:1', '2001:0:0:1::1'],
  ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.0/120', '192.0.2.0/24'],
  ['64:ff9b::192.0.2.33', '64:ff9b::c000:221'],
])('%s is kept as %s', (typed, kept) => {
  expect(whyNotAddressRange(typed)).toBeNull();
  expect(plainRange(typed)).toBe(kept);
  expect(plainRange(kept)).toBe(kept);
});

test.each([
  '',
  'example.com',
  '192.0.2',
  '192.0.2.256',
  '192.0.02.7',
  '192.0.2.7.',
  '192.0.2.0/33',
  '192.0.2.0/',
  '192.0.2.0/-1',
  '192.0.2.0/024',
  '192.0.2.0/24/24',
  '192.0.2.0-192.0.2.9',
  '*',
  '1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:8:9',
  '1::2::3',
  ':::',
  '12345::',
  '2001:db8::/129',
  '::ffff:192.0.2.0/90',
  'fe80::1%eth0',
])('“%s” is no address', (typed) =>
  expect(whyNotAddressRange(typed)).toEqual({ status: 'INVALID_ADDRESS', params: { value: typed } }),
);

test('a range is written by its first address, and the refusal names it', () => {
  expect(whyNotAddressRange('192.0.2.7/24')).toEqual({
    status: 'RANGE_BEGINS_ELSEWHERE',
    params: { value: '192.0.2.7/24', network: '192.0.2.0/24' },
  });
  expect(whyNotAddressRange('2001:db8::1/32')?.params).toMatchObject({ network: '2001:db8::/32' });
});

test.each([
  ['192.0.2.7', ['192.0.2.7'], true],
  ['192.0.2.8', ['192.0.2.7'], false],
  ['192.0.2.255', ['198.51.100.7', '192.0.2.0/24'], true],
  ['192.0.3.0', ['192.0.2.0/24'], false],
  ['203.0.113.9', ['0.0.0.0/0'], true],
  ['2001:db8::9', ['0.0.0.0/0'], false],
  ['2001:db8:ffff::1', ['2001:db8::/32'], true],
  ['2001:db9::1', ['2001:db8::/32'], false],
  ['::ffff:192.0.2.7', ['192.0.2.0/24'], true],
  ['192.0.2.7', ['::ffff:192.0.2.0/120'], true],
  ['', ['0.0.0.0/0', '::/0'], false],
  ['unix:', ['0.0.0.0/0', '::/0'], false],
])('%s lies in %j: %s', (address, ranges, lies) => expect(isInRanges(address, ranges)).toBe(lies));

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['::1', '::/64'],
  ['unknown', 'unknown'],
])('requests of %s are counted as those of %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});
