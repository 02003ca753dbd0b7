import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DetailSections } from '../../shell/detail/DetailSections.tsx';
import { CUSTOMER } from '../../testing/account.ts';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import AccountHistorySection from './AccountHistorySection.tsx';

const HISTORY = { id: 'history', title: 'accounts.history', closed: true, Content: AccountHistorySection } as const;
const SWITCHED = {
  at: '2026-11-21 12:00:00',
  action: 'UPDATE',
  resource_type: 'FEATURE_FLAG',
  actor_name: 'Ada Lindqvist',
  before: { enabled: null },
  after: { enabled: true },
};

test('a feature that was switched is called as on the page of features, one that is gone by its name', async () => {
  const names = ['AM_enable_packaging', 'former_flag'];
  const items = names.map((name) => ({ ...SWITCHED, id: name, resource_name: name }));
  answerWith(({ path }) => (path.endsWith('/history') ? { items, total: 2 } : undefined));
  await renderPart(<DetailSections record={CUSTOMER} sections={[HISTORY]} />);
  const toggle = page.getByRole('button', { name: 'History' });
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'false');
  await expect.element(toggle).not.toHaveFocus();
  await toggle.click();
  await expect.element(page.getByText('Feature flag changed Packages', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Feature flag changed former_flag', { exact: true })).toBeVisible();
});

test('who asks for the last events by the keyboard goes on at the first that is new', async () => {
  const all = Array.from({ length: 12 }, (_, index) => ({
    ...SWITCHED,
    id: `${index}`,
    resource_name: `flag_${index}`,
  }));
  answerWith(({ path, query }) =>
    path.endsWith('/history') ? { items: all.slice(0, Number(query.get('limit'))), total: all.length } : undefined,
  );
  await renderPart(<DetailSections record={CUSTOMER} sections={[HISTORY]} />);
  await page.getByRole('button', { name: 'History' }).click();
  await expect.element(page.getByRole('button', { name: 'Show more' })).toBeVisible();
  page.getByRole('button', { name: 'Show more' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('listitem').filter({ hasText: 'flag_10' })).toHaveFocus();
});

test('the address of a section opens it and leads there, over what stands before it', async () => {
  answerWith(({ path }) => (path.endsWith('/history') ? { items: [], total: 0 } : undefined));
  await renderPart(
    <>
      <div style={{ height: 2000 }} />
      <DetailSections record={CUSTOMER} sections={[HISTORY]} />
      <div style={{ height: 2000 }} />
    </>,
    { at: '/account/list#history' },
  );
  const toggle = page.getByRole('button', { name: 'History' });
  await expect.element(toggle).toHaveFocus();
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'true');
  await expect.element(toggle).toBeInViewport();
});
