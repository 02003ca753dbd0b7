import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openNotices } from '../../shell/notices/notifications.ts';
import { answerWith, problem } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import OrganizationEditPage from './OrganizationEditPage.tsx';

const ID = '00000000-0000-4000-8000-000000000200';
const ADDRESS = `/account/ui-api/v1/organization/${ID}`;
const ORGANIZATION = {
  id: ID,
  account_id: '00000000-0000-4000-8000-000000000100',
  account_name: 'Nordmark Landesbank',
  name: 'Nordmark Kontor',
  address: '',
  address2: '',
  city: 'Kiel',
  state: '',
  zip_code: '',
  country: 'DE',
  phone: '',
  version: 3,
  created_at: '2026-11-01 10:00:00',
  updated_at: '2026-11-01 10:00:00',
  updated_by_name: null,
  abilities: { edit: true, delete: true },
};

const city = page.getByLabelText(/^City/);
const save = page.getByRole('button', { name: 'Save changes' });

/** The page of the organization, whose city is another one in the form; `answers` is asked before the usual ones. */
async function edited(answers: (method: string) => unknown): Promise<void> {
  openNotices.set([]);
  answerWith(({ method, path }) => {
    const answer = path === ADDRESS ? answers(method) : undefined;
    if (answer !== undefined) return answer;
    if (path === ADDRESS) return ORGANIZATION;
    return path.endsWith('/nationalities') ? { items: [{ code: 'DE', name: 'Germany' }], total: 1 } : undefined;
  });
  await renderPart(<OrganizationEditPage />, {
    as: { scope: 'system', permissions: ['manage_organization'], accounts: ['Signet platform'] },
    at: `/account/ca/organizations/${ID}/edit`,
    pages: ['/account/ca/organizations/$id/edit'],
  });
  await city.fill('Lübeck');
}

test('a record that can’t be found any more when it is saved: said once, above the form, which stays', async () => {
  let gone = false;
  await edited((method) => {
    gone ||= method === 'PUT';
    return gone ? problem('NOT_FOUND', 404) : undefined;
  });
  await save.click();
  const said = page.getByText(/can’t be found any more: it was deleted .* or you may no longer see it/);
  await expect.element(said).toBeVisible();
  // Below the title, above what was typed.
  expect(
    page
      .getByRole('form')
      .or(page.getByRole('heading', { level: 1 }))
      .elements().length,
  ).toBeGreaterThan(0);
  const [title, fields] = [page.getByRole('heading', { level: 1 }).element(), city.element()];
  const follows = Node.DOCUMENT_POSITION_FOLLOWING;
  expect(title.compareDocumentPosition(said.element()) & follows).toBe(follows);
  expect(said.element().compareDocumentPosition(fields) & follows).toBe(follows);
  expect(openNotices.get()).toEqual([]);
  await expect.element(city).toHaveValue('Lübeck');
  await expect.element(save).toHaveAccessibleDescription('It was deleted, or you may no longer see it.');
});

test('a 404 of something else, while the record is there, is a failure like others', async () => {
  await edited((method) => (method === 'PUT' ? problem('NOT_FOUND', 404) : undefined));
  await save.click();
  await expect
    .poll(() => openNotices.get().map(({ message }) => message))
    .toEqual(['This does not exist, or you may not see it.']);
  await expect.element(save).not.toHaveAttribute('aria-busy');
});

test('who saved meanwhile is somebody else, where nobody may be named', async () => {
  const meanwhile = {
    status: 'CHANGED_MEANWHILE',
    message: '',
    params: { by: '', named: 'no', at: '2026-11-21 12:00:00' },
  };
  await edited((method) => (method === 'PUT' ? Response.json({ error: meanwhile }, { status: 409 }) : undefined));
  await save.click();
  await expect.element(page.getByText(/^Somebody else saved this at .*, while you were editing/)).toBeVisible();
});
