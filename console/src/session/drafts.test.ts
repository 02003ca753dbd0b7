import { beforeEach, expect, test } from 'vitest';
import { DRAFT_HOURS, draftOf, forgetDrafts, hasDrafts, keepDraft, takeDraft } from './drafts.ts';
import { writeTab } from './tab-storage.ts';

const now = new Date('2026-11-21T10:00:00Z');
const after = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const draft = (person: string, form: string, name: string) => ({
  person,
  form,
  at: now.toISOString(),
  base: { name: '' },
  values: { name },
});

beforeEach(() => writeTab('drafts', null));

test('a draft is handed back once, to the person who wrote it and for that form alone', () => {
  keepDraft(draft('ada', 'organization', 'Kalmar'), now);
  keepDraft(draft('ada', 'account', 'Umbra'), now);
  expect(takeDraft('ines', 'organization', now)).toBeNull();
  expect(takeDraft('ada', 'contact', now)).toBeNull();
  expect(takeDraft('ada', 'organization', now)?.values).toEqual({ name: 'Kalmar' });
  expect(takeDraft('ada', 'organization', now)).toBeNull();
  expect(takeDraft('ada', 'account', now)?.values).toEqual({ name: 'Umbra' });
});

test('the newest draft of a form holds, ten in all, and none longer than half a day', () => {
  for (let n = 0; n < 12; n += 1) keepDraft(draft('ada', `form ${n}`, 'x'), now);
  expect(takeDraft('ada', 'form 1', now)).toBeNull();
  expect(takeDraft('ada', 'form 2', now)).not.toBeNull();
  keepDraft(draft('ada', 'form 3', 'newer'), now);
  expect(takeDraft('ada', 'form 3', now)?.values).toEqual({ name: 'newer' });
  expect(takeDraft('ada', 'form 4', after(DRAFT_HOURS))).toBeNull();
});

test('who signs out by hand leaves nothing; what others left stays', () => {
  keepDraft({ ...draft('ada', 'a', 'x'), at: new Date().toISOString() }, new Date());
  keepDraft({ ...draft('ines', 'a', 'y'), at: new Date().toISOString() }, new Date());
  forgetDrafts('ada');
  expect(hasDrafts()).toBe(true);
  forgetDrafts('ines');
  expect(hasDrafts()).toBe(false);
});

test('of a form only changed plain values are kept, and no secret', () => {
  const base = { name: 'Kalmar', note: '', password: '', file: null, tags: ['a'], on: true };
  const values = { ...base, note: 'new', password: 'Right-horse-7', file: new Blob(['x']), tags: ['a', 'b'] };
  expect(draftOf(base, values, new Set(['password']))).toEqual({
    base: { note: '', tags: ['a'] },
    values: { note: 'new', tags: ['a', 'b'] },
  });
  // Of what is new all of it, but for the same.
  expect(draftOf({}, values, new Set(['password']))?.values).toEqual({
    name: 'Kalmar',
    note: 'new',
    tags: ['a', 'b'],
    on: true,
  });
  expect(draftOf(base, { ...base, password: 'Right-horse-7' }, new Set(['password']))).toBeNull();
});

test('what somebody else wrote into the storage is no draft', () => {
  for (const text of ['{', '7', '[null, {"person": 1}]']) {
    writeTab('drafts', text);
    expect([hasDrafts(), takeDraft('ada', 'a', now)]).toEqual([false, null]);
  }
});
