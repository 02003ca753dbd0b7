/** What every list does, on a list of organizations: pages and counts, heads, columns, busy and failed. */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openNotices } from '../notices/notifications.ts';
import { held, problem } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { ORGANIZATIONS, rowsOf, serveRows, TestList } from '../../testing/TestList.tsx';

const pages = page.getByRole('navigation', { name: 'Pages' });
const filters = page.getByRole('search');
const rows = page.getByRole('cell', { name: /^Kalmar/ });
const head = (name: string | RegExp) => page.getByRole('columnheader', { name });

test('of more rows than are counted it says so, has no last page, and counts all once when asked', async () => {
  const calls = serveRows(rowsOf(95), { bound: 45 });
  const exact = () => calls.filter(({ query }) => query.get('count') === 'exact').length;
  const { address } = await renderPart(<TestList />);
  await expect.element(filters.getByText(/^More than 45 organizations/)).toBeVisible();
  await expect.element(page.getByText('1–20 of more than 45')).toBeVisible();
  await expect.element(pages).toHaveTextContent('123…');
  for (const number of [2, 3, 4]) {
    await pages.getByRole('link', { name: 'Next page' }).click();
    await expect.poll(address).toBe(`/account/list#${number}`);
    await expect.element(page.getByText(`${number * 20 - 19}–${number * 20} of more than 45`)).toBeVisible();
  }
  expect(exact()).toBe(0);

  await page.getByRole('button', { name: 'Count all' }).click();
  await expect.element(filters.getByText('95 organizations')).toBeVisible();
  await expect.element(page.getByText('61–80 of 95')).toBeVisible();
  await pages.getByRole('link', { name: 'Previous page' }).click();
  await expect.element(page.getByText('41–60 of 95')).toBeVisible();
  expect(exact()).toBe(1);

  // Another filter, another number.
  await page.getByRole('textbox', { name: 'Filter by name' }).fill('Kal');
  await expect.element(filters.getByText(/^More than 45 organizations/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Count all' })).toBeVisible();
});

test.each([45, Infinity])(
  '[S-011 S-012] a page beyond the end goes to the last one, counted within %d',
  async (bound) => {
    serveRows(rowsOf(95), { bound });
    const { address } = await renderPart(<TestList />, { at: '/account/list#9999' });
    await expect.element(page.getByText('81–95 of 95')).toBeVisible();
    expect(address()).toBe('/account/list#5');
  },
);

test.each(['0', '-1', 'abc', '2'])(
  '[S-010 S-011 S-012] the page is in the hash, whatever the hash says: %s',
  async (hash) => {
    const calls = serveRows(rowsOf(95));
    await renderPart(<TestList />, { at: `/account/list#${hash}` });
    const number = hash === '2' ? 2 : 1;
    await expect.element(page.getByRole('link', { name: `Page ${number}` })).toHaveAttribute('aria-current', 'page');
    expect(calls.find(({ path }) => path === ORGANIZATIONS)?.query.get('offset')).toBe(String((number - 1) * 20));
  },
);

test('the words of the search are seen whole where there is room, and widen nothing', async () => {
  const words = 'Filtrar por identificador, nombre o correo electrónico';
  serveRows(rowsOf(3));
  await renderPart(<TestList words={words} />);
  const field = page.getByRole('textbox', { name: words });
  await expect.element(field).toBeVisible();
  await page.viewport(320, 740);
  await expect.poll(() => innerWidth).toBe(320);
  expect(filters.element().scrollWidth).toBe(filters.element().clientWidth);
  await page.viewport(1280, 740);
  await expect.poll(() => field.element().getBoundingClientRect().width).toBeGreaterThan(304);
});

test('where its first filters find nothing, a list says so and offers what an empty one offers', async () => {
  serveRows(rowsOf(3));
  await renderPart(<TestList begins="nobody" />);
  await expect.element(page.getByRole('heading', { name: 'Nothing matches these filters' })).toBeVisible();
  await expect.element(page.getByText(/^The list begins with these filters/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Create one' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Filter by name' }).fill('somebody');
  await expect.element(page.getByText(/^Change a filter/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Create one' })).not.toBeInTheDocument();
  await page.getByRole('main').getByRole('button', { name: 'Clear all' }).last().click();
  await expect.element(rows.first()).toBeVisible();
});

test('an empty list has no second primary button beside that of its title', async () => {
  serveRows([]);
  await renderPart(<TestList creates />);
  const buttons = page.getByRole('link', { name: 'Create one' });
  const looks = () => buttons.elements().map((button) => button.getAttribute('data-variant'));
  await expect.poll(looks).toEqual(['filled', 'default']);
});

test('a filter that finds nothing says so and is cleared; rows per page begin at the first page', async () => {
  serveRows(rowsOf(95));
  const { address } = await renderPart(<TestList />, { at: '/account/list?name=nobody' });
  await expect.element(page.getByRole('heading', { name: 'Nothing matches these filters' })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Clear all' }).last().click();
  await expect.element(page.getByText('1–20 of 95')).toBeVisible();
  await page.getByRole('link', { name: 'Page 2' }).click();
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOptions('10');
  await expect.element(page.getByText('1–10 of 95')).toBeVisible();
  expect(address()).toBe('/account/list');
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOptions('20');
});

test('the word "any" is looked for as every other text is', async () => {
  const calls = serveRows([{ id: 'id-any', name: 'Company any', city: 'Lund', country: 'SE' }, ...rowsOf(3)]);
  await renderPart(<TestList accepts={(name) => name.length <= 100} />);
  await page.getByRole('textbox', { name: 'Filter by name' }).fill('any');
  await expect.element(filters.getByText('1 organizations')).toBeVisible();
  expect(calls.findLast(({ path }) => path === ORGANIZATIONS)?.query.get('name')).toBe('any');
  await expect.element(page.getByRole('textbox', { name: 'Filter by name' })).toHaveValue('any');
});

test('[S-250] heads say how the list is sorted; with Shift a second one joins the order', async () => {
  const calls = serveRows(rowsOf(3));
  const asked = () =>
    calls
      .findLast(({ path }) => path === ORGANIZATIONS)
      ?.query.getAll('sort')
      .join();
  const { address } = await renderPart(<TestList />);
  await expect.element(head('Name')).toHaveAttribute('aria-sort', 'ascending');
  await expect.element(head('City')).not.toHaveAttribute('aria-sort');
  await head('City').getByRole('button').click();
  await expect.element(head('City')).toHaveAttribute('aria-sort', 'ascending');
  await expect.element(head('Name')).not.toHaveAttribute('aria-sort');
  await head('Name')
    .getByRole('button')
    .click({ modifiers: ['Shift'] });
  await expect.poll(asked).toBe('city:asc,name:asc');
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
  await expect.poll(asked).toBe('city:asc,name:desc');
  await expect.element(head(/^Name/)).toHaveAccessibleName(/number 2 in the sort order, descending/);
  await expect.element(head(/^Name/)).not.toHaveAttribute('aria-sort');
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
  await expect.poll(address).toBe('/account/list?sort=city%3Aasc');
});

test('a wait is said, and what came of it', async () => {
  const wait = held();
  serveRows(rowsOf(3), { first: ({ query }) => (query.get('sort') === 'city:asc' ? wait.wait : undefined) });
  await renderPart(<TestList />);
  await expect.element(rows.first()).toBeVisible();
  await head('City').getByRole('button').click();
  await expect.element(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  await expect.element(page.getByRole('status').filter({ hasText: 'Loading' })).toBeInTheDocument();
  wait.release();
  await expect.element(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  await expect.element(page.getByRole('status').filter({ hasText: '3 organizations' })).toBeInTheDocument();
});

test('a list that can’t be loaded says so, and Try again brings it', async () => {
  let broken = true;
  serveRows(rowsOf(3), {
    first: ({ path }) => (broken && path === ORGANIZATIONS ? problem('INTERNAL', 500, 'c-77') : undefined),
  });
  await renderPart(<TestList />);
  await expect.element(page.getByRole('heading', { name: 'The list could not be loaded' })).toBeVisible();
  await expect.element(page.getByText('c-77')).toBeVisible();
  // Once: no notice says it again.
  expect(openNotices.get()).toEqual([]);
  broken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(rows.first()).toBeVisible();
});

test('a long name is cut in a row as high as the others, and is whole for who stands on it', async () => {
  const [first, second] = ['Alder', `${'Beamtengesellschaft '.repeat(12)}Kalmar`];
  serveRows(rowsOf(2).map((row, index) => ({ ...row, name: [first, second][index] ?? '' })));
  await renderPart(<TestList />, { width: 700 });
  const isWhole = (name: string): boolean => {
    const link = page.getByRole('link', { name, exact: true }).element();
    return link.scrollHeight <= link.clientHeight && link.scrollWidth <= link.clientWidth;
  };
  await expect.element(page.getByRole('link', { name: second })).toBeVisible();
  expect(isWhole(first)).toBe(true);
  expect(isWhole(second)).toBe(false);
  const heights = (name: RegExp, role: 'cell' | 'link') =>
    page
      .getByRole(role, { name })
      .elements()
      .map((one) => one.getBoundingClientRect().height);
  expect(heights(/^Alder|^Beamten/, 'cell')).toEqual([36, 36]);
  expect(heights(/^Beamten/, 'link')).toEqual(heights(/^Alder/, 'link'));
  page.getByRole('link', { name: first }).element().focus();
  await userEvent.keyboard('j');
  await expect.element(page.getByRole('link', { name: second })).toHaveFocus();
  expect(isWhole(second)).toBe(true);
});

test('columns are hidden and brought back, by keyboard too; the name stays, a phone keeps its two lines', async () => {
  serveRows(rowsOf(3));
  await renderPart(<TestList />);
  const heads = () =>
    page
      .getByRole('columnheader')
      .elements()
      .map((one) => one.textContent);
  await page.getByRole('button', { name: 'Columns' }).click();
  await expect.element(page.getByRole('menuitemcheckbox', { name: 'Name' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('menuitemcheckbox', { name: 'Country' }).click();
  await expect.poll(heads).toEqual(['Name', 'City']);
  page.getByRole('menuitemcheckbox', { name: 'City' }).element().focus();
  await userEvent.keyboard(' ');
  await expect.poll(heads).toEqual(['Name']);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('button', { name: 'Columns (2 hidden)' })).toHaveFocus();
  await page.viewport(360, 740);
  await expect.poll(heads).toEqual(['Name', 'City']);
  await page.viewport(1280, 740);
  await page.getByRole('button', { name: 'Columns (2 hidden)' }).click();
  await page.getByRole('menuitem', { name: 'Show all' }).click();
  await expect.poll(heads).toEqual(['Name', 'City', 'Country']);
});

test('on a phone the rows are two lines of a table all the same, sorted by a chip', async () => {
  serveRows(rowsOf(1));
  const { address } = await renderPart(<TestList />, { width: 360 });
  await expect.element(page.getByRole('table')).toMatchAriaInlineSnapshot(`
    - table "Organizations":
      - caption: Organizations
      - rowgroup:
        - row "Name City":
          - columnheader "Name"
          - columnheader "City"
      - rowgroup:
        - row "Kalmar 01 City 01":
          - cell "Kalmar 01":
            - link "Kalmar 01":
              - /url: /account/accounts/id-01
          - cell "City 01"
  `);
  await page.getByRole('button', { name: /^Sorted by/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'City' }).click();
  await expect.poll(address).toBe('/account/list?sort=city%3Aasc');
});
