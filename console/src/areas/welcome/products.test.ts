import { APP_CODES } from '@signet/contract/viewer';
import { expect, test } from 'vitest';
import { PRODUCTS, promoted } from './products.ts';

test('[S-030] every product that a person cannot open is promoted, and none that she can', () => {
  const codes = promoted(['ca_manager']).map((product) => product.code);
  expect(codes).not.toContain('ca_manager');
  expect(codes.toSorted()).toEqual(APP_CODES.filter((code) => code !== 'ca_manager').toSorted());
  expect(promoted([...APP_CODES])).toEqual([]);
});

test('[S-003] the products are exactly the platform’s applications', () => {
  expect(PRODUCTS.map((product) => product.code).toSorted()).toEqual([...APP_CODES].toSorted());
});
