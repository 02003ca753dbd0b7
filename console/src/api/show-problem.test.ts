import { compileMessage } from '@lingui/message-utils/compileMessage';
import { beforeEach, expect, test } from 'vitest';
import { ENGLISH } from '@signet/contract/texts';
import { activateTexts } from '../i18n/text.ts';
import { profileQuery, type OwnProfile } from '../session/profile.ts';
import { clearNotices, openNotices } from '../shell/notices/notifications.ts';
import { asFailure, Failure } from './failure.ts';
import { queryClient } from './query.ts';
import { exceptionKey, problemText, showProblem } from './show-problem.ts';

activateTexts('en_US', Object.fromEntries(Object.entries(ENGLISH).map(([key, text]) => [key, compileMessage(text)])));
beforeEach(clearNotices);

test('[S-398] a known status is translated with its numbers, an unknown one shows the server’s words', () => {
  expect(problemText(new Failure('USERNAME_EXISTS', 'whatever'))).toBe('This user name is taken.');
  expect(problemText(new Failure('SOMETHING_NEW', 'Words of the server'))).toBe('Words of the server');
  expect(problemText(new Failure('X', 'USERNAME_EXISTS'))).toBe('This user name is taken.');
});

test('[S-400] over-long input shows its own text with the limit', () => {
  expect(exceptionKey('MAX_LENGTH')).toBe('notifications.errors.maxLengthError');
  expect(problemText(new Failure('MAX_LENGTH', '', { params: { max: 50 } }))).toBe('Enter at most 50 characters.');
  expect(problemText(new Failure('MAX_LENGTH', '', { params: { max: 16_384 } }))).toBe(
    'Enter at most 16,384 characters.',
  );
});

test('[S-399] without status and message the generic text stands', () => {
  for (const more of [{ correlationId: 'c-1' }, { httpStatus: 502 }, {}])
    expect(problemText(new Failure('UNKNOWN', '', more))).toBe(ENGLISH['notifications.errors.genericError']);
});

test.each([
  'Failed to fetch dynamically imported module: https://signet.example/account/assets/Palette-1.js',
  'error loading dynamically imported module: https://signet.example/account/assets/Palette-1.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /account/assets/Palette-1.css',
])('code that did not come is said to be that: %s', (message) => {
  expect(problemText(asFailure(new Error(message)))).toBe(ENGLISH['notifications.exceptions.NOT_LOADED']);
  expect(asFailure(new TypeError('x is not a function')).status).toBe('UNKNOWN');
});

test('[S-398] a field of the form takes its error, and no notice repeats it', () => {
  const fieldsWithProblem: string[] = [];
  const failure = new Failure('USERNAME_EXISTS', '', {
    fields: { user_name: { status: 'USERNAME_EXISTS', message: '' } },
  });
  showProblem(failure, { fields: ['user_name'], showField: (field) => fieldsWithProblem.push(field) });
  expect(fieldsWithProblem).toEqual(['user_name']);
  expect(openNotices.get()).toEqual([]);
});

test('a field that the form does not know becomes a notice, never silence', () => {
  showProblem(new Failure('UNKNOWN_FIELD', '', { fields: { extra: { status: 'UNKNOWN_FIELD', message: '' } } }), {
    fields: ['user_name'],
    showField: () => {},
  });
  expect(openNotices.get()[0]).toMatchObject({ type: 'error', message: expect.stringContaining('extra') });
});

test('an act without a form is refused in words alone, without the name of a field', () => {
  const reason = { status: 'NOT_LINKED', message: '' } as const;
  showProblem(new Failure('NOT_LINKED', '', { fields: { partner_account_id: reason } }));
  expect(openNotices.get()[0]).toMatchObject({ message: problemText(reason) });
});

test('[S-401] an ended session shows no notice: the sign-in page says so; other failures do, with their number', () => {
  showProblem(new Failure('UNAUTHORIZED', '', { httpStatus: 401 }));
  expect(openNotices.get()).toEqual([]);
  showProblem(new Failure('INTERNAL', '', { httpStatus: 500, correlationId: 'c-9' }));
  expect(openNotices.get()[0]).toMatchObject({ type: 'error', correlationId: 'c-9' });
});

test('[S-414] a day in a refusal is shown in the person’s own format, before sign-in in the default one', () => {
  const ended = new Failure('LICENSE_EXPIRED', '', { params: { date: '2027-01-31' } });
  expect(problemText(ended)).toBe('The license ended on 31-Jan-2027. Ask for a new one.');
  queryClient.setQueryData(profileQuery.queryKey, { date_format: 'YYYY/MM/DD' } as OwnProfile);
  expect(problemText(ended)).toBe('The license ended on 2027/01/31. Ask for a new one.');
  queryClient.clear();
});
