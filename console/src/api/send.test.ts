import { expect, test } from 'vitest';
import { asFailure, Failure, failureIn } from './failure.ts';
import { addressOf } from './send.ts';

test('[S-250] an address has its parameters encoded, lists repeated, absent values left out', () => {
  expect(
    addressOf({
      path: '/user/{name}/find',
      params: { name: 'a/b c' },
      query: { sort: ['name:asc', 'type:desc'], limit: 20, offset: 0, name: undefined, active: false, text: '' },
    }),
  ).toBe('/user/a%2Fb%20c/find?sort=name%3Aasc&sort=type%3Adesc&limit=20&offset=0&active=false');
});

test('[S-396] a body with an error is a failure whatever its HTTP status', () => {
  const failure = failureIn(
    {
      error: {
        status: 'USERNAME_EXISTS',
        message: 'taken',
        params: { name: 'x' },
        fields: { user_name: { status: 'USERNAME_EXISTS', message: 'taken' } },
      },
    },
    200,
    'c-1',
  );
  expect(failure).toMatchObject({
    status: 'USERNAME_EXISTS',
    message: 'taken',
    httpStatus: 200,
    correlationId: 'c-1',
    params: { name: 'x' },
    network: false,
  });
  expect(failure?.fields['user_name']?.status).toBe('USERNAME_EXISTS');
  expect(failureIn({ items: [] }, 200, null)).toBeNull();
  expect(failureIn(undefined, 204, null)).toBeNull();
});

test('anything thrown can be shown', () => {
  expect(asFailure('text')).toBeInstanceOf(Failure);
});
