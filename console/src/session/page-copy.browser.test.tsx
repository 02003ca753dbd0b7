import { expect, onTestFinished, test, vi } from 'vitest';
import { tokensOf } from '../testing/tokens.ts';
import { keepTokens, storedTokens } from './state.ts';
import { onOtherTab, read, readOwn, write, writeOwn } from './storage.ts';
import { readTab, writeTab } from './tab-storage.ts';

function storageIsFull(): void {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  onTestFinished(() => full.mockRestore());
}

test('where storage is full a sign-in holds for the page', () => {
  storageIsFull();
  keepTokens(tokensOf('ada'));
  expect(storedTokens()).toEqual(tokensOf('ada'));
});

test('what full storage does not take is never read as it was before, neither here nor in another tab', () => {
  write('refreshToken', 'used up');
  writeOwn('ada', 'dense', 1);
  writeTab('drafts', 'old');
  storageIsFull();
  write('refreshToken', 'new');
  writeOwn('ada', 'dense', 2);
  writeTab('drafts', 'newer');
  expect([read('refreshToken'), readOwn('ada', 'dense'), readTab('drafts')]).toEqual(['new', 2, 'newer']);
  expect([localStorage.getItem('refresh_token'), sessionStorage.getItem('drafts')]).toEqual([null, null]);
  writeTab('drafts', null);
  expect(readTab('drafts')).toBeNull();
});

test('what another tab could store since holds', () => {
  storageIsFull();
  write('language', 'de_DE');
  vi.restoreAllMocks();
  onTestFinished(onOtherTab(() => {}));
  localStorage.setItem('language', 'fr_FR');
  dispatchEvent(new StorageEvent('storage', { key: 'language', newValue: 'fr_FR' }));
  expect(read('language')).toBe('fr_FR');
});
