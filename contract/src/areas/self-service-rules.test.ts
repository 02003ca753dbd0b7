import { expect, test } from 'vitest';
import { plainDomain, typedDomains, whyNotDomains } from './self-service-rules.ts';

test('a domain is compared as the database compares the addresses of it, one sign for one sign', () => {
  expect(plainDomain(' ΝΙΚΟΣ.Example ')).toBe('νικοσ.example');
  expect(typedDomains('İzmir.example, izmir.example')).toEqual(['izmir.example']);
  expect(whyNotDomains([plainDomain('İzmir.example')])).toBeNull();
});
