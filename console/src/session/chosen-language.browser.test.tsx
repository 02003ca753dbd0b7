import { LOCALES } from '@signet/contract/locales';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '../api/query.ts';
import { activateLanguage } from '../i18n/language.ts';
import { currentLocale } from '../i18n/text.ts';
import { answerWith, problem, type Asked } from '../testing/answers.ts';
import { answersFor } from '../testing/person.ts';
import { tokensOf } from '../testing/tokens.ts';
import { chooseLanguage, keepChosenLanguage } from './chosen-language.ts';
import { profileQuery, type OwnProfile } from './profile.ts';
import { beginSession, startSession } from './start.ts';
import { endSession } from './state.ts';

const [[, profile] = []] = answersFor({ scope: 'account', permissions: [], accounts: ['Nordmark Landesbank'] });
const PROFILE = profile as OwnProfile;

let asked: Asked[];
/** A platform on which the person's profile says English; `keeps` is what it answers to a new language. */
function serve(own: Partial<OwnProfile> = {}, keeps: Response | null = null): void {
  let now = { ...PROFILE, version: 7, ...own };
  asked = answerWith(({ method, path }) => {
    const chosen = LOCALES.find((locale) => path.endsWith(`/locale/${locale}`));
    if (method === 'PUT' && keeps === null && chosen) now = { ...now, locale: chosen, version: 8 };
    if (method === 'PUT') return keeps;
    if (path.endsWith('/user/me')) return now;
    return path.endsWith('/features') ? {} : { items: [], permissions: [], enabled: false };
  });
}
const kept = (): string[] => asked.filter(({ method }) => method === 'PUT').map(({ path }) => path);
const TO_GERMAN = `/account/ui-api/v1/user/${PROFILE.id}/locale/de_DE`;

beforeEach(async () => {
  endSession('signed-out');
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
  await activateLanguage('en_US');
  return () => activateLanguage('en_US');
});

test('[S-276 S-277] the language chosen at the sign-in stays, and is the person’s from then on', async () => {
  serve();
  chooseLanguage('de_DE');
  beginSession(tokensOf('tove'));
  expect((await startSession())?.locale).toBe('de_DE');
  expect([currentLocale(), kept()]).toEqual(['de_DE', [TO_GERMAN]]);
  expect(queryClient.getQueryData(profileQuery.queryKey)?.locale).toBe('de_DE');
  // For whoever signs in here next nothing is chosen.
  expect(sessionStorage.getItem('chosen_language')).toBeNull();
});

test('[S-278] where nothing was chosen the profile’s language is spoken, whatever the sign-in page spoke', async () => {
  serve();
  await activateLanguage('fr_FR');
  beginSession(tokensOf('tove'));
  await startSession();
  expect([currentLocale(), kept()]).toEqual(['en_US', []]);
});

test('the profile is there as it was saved with the language: its form saves by that version', async () => {
  serve();
  chooseLanguage('de_DE');
  beginSession(tokensOf('tove'));
  await startSession();
  expect(queryClient.getQueryData(profileQuery.queryKey)).toMatchObject({ locale: 'de_DE', version: 8 });
});

test('the language that the person has already is not saved again', async () => {
  serve({ locale: 'de_DE' });
  chooseLanguage('de_DE');
  beginSession(tokensOf('tove'));
  await startSession();
  expect([currentLocale(), kept()]).toEqual(['de_DE', []]);
});

test('before the terms are accepted it is spoken, and kept once they are', async () => {
  serve({ agreement_accepted: false });
  chooseLanguage('de_DE');
  beginSession(tokensOf('tove'));
  const person = await startSession();
  expect([currentLocale(), kept()]).toEqual(['de_DE', []]);
  await keepChosenLanguage({ ...PROFILE, ...person, agreement_accepted: true });
  expect(kept()).toEqual([TO_GERMAN]);
});

test('where it can’t be kept the person comes in all the same, and reads it for now', async () => {
  serve({}, problem('UNAVAILABLE', 503));
  chooseLanguage('de_DE');
  beginSession(tokensOf('tove'));
  expect((await startSession())?.locale).toBe('en_US');
  expect(currentLocale()).toBe('de_DE');
});
