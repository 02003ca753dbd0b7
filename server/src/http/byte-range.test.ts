import { expect, test } from 'vitest';
import { rangeOf } from './byte-range.ts';

test.each([
  [undefined, 'all'],
  ['bytes=0-', { from: 0, to: 99 }],
  ['bytes=0-0', { from: 0, to: 0 }],
  ['bytes=40-59', { from: 40, to: 59 }],
  ['Bytes = 90-1000', { from: 90, to: 99 }],
  ['bytes=-10', { from: 90, to: 99 }],
  ['bytes=-1000', { from: 0, to: 99 }],
  ['bytes=100-', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=5-4', 'all'],
  ['bytes=-', 'all'],
  ['bytes=0-1,5-6', 'all'],
  ['bytes=a-b', 'all'],
  ['bytes=-1-2', 'all'],
  ['items=0-1', 'all'],
  ['bytes=99999999999999999999-', 'all'],
])('of 100 bytes %s is %j', (header, range) => {
  expect(rangeOf(header, 100)).toEqual(range);
});

test.each([
  ['bytes=0-', 'none'],
  ['bytes=-1', 'none'],
  [undefined, 'all'],
])('of an empty file %s is %j', (header, range) => {
  expect(rangeOf(header, 0)).toEqual(range);
});
