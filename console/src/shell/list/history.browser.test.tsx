/** Back and forth in a list: what was chosen is taken off again, and who comes back stands where they were. */
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { changeListSetting, useListSetting } from '../../session/list-settings.ts';
import { renderPart } from '../../testing/render.tsx';
import { rowsOf, serveRows, TestList } from '../../testing/TestList.tsx';

const LIST = '/account/list';
const field = page.getByRole('textbox', { name: 'Filter by name' });
const head = (name: string) => page.getByRole('columnheader', { name }).getByRole('button');
const row = (name: string) => page.getByRole('link', { name });

/** The filters that are kept for the person. */
function Kept({ list }: { list: string }) {
  return <output aria-label="Kept">{JSON.stringify(useListSetting(list).filters)}</output>;
}

test('Back takes off what was chosen last: the page, the order, then the filter; typing is one step', async () => {
  serveRows(rowsOf(95));
  const { address, back } = await renderPart(<TestList />);
  await field.fill('K');
  await expect.poll(address).toBe(`${LIST}?name=K`);
  await field.fill('Kal');
  await expect.poll(address).toBe(`${LIST}?name=Kal`);
  await field.fill('Kalmar');
  await expect.poll(address).toBe(`${LIST}?name=Kalmar`);
  await head('City').click();
  await expect.poll(address).toBe(`${LIST}?name=Kalmar&sort=city%3Aasc`);
  await page.getByRole('link', { name: 'Page 3' }).click();
  await expect.element(page.getByText('41–60 of 95')).toBeVisible();

  back();
  await expect.poll(address).toBe(`${LIST}?name=Kalmar&sort=city%3Aasc`);
  await expect.element(page.getByText('1–20 of 95')).toBeVisible();
  back();
  await expect.poll(address).toBe(`${LIST}?name=Kalmar`);
  await expect.element(field).toHaveValue('Kalmar');
  back();
  await expect.poll(address).toBe(LIST);
  await expect.element(field).toHaveValue('');
});

test('a text taken away by its cross comes back with Back', async () => {
  serveRows(rowsOf(3));
  const { address, back } = await renderPart(<TestList />);
  await field.fill('Kalmar 02');
  await expect.poll(address).toBe(`${LIST}?name=Kalmar+02`);
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await expect.poll(address).toBe(LIST);
  back();
  await expect.element(field).toHaveValue('Kalmar 02');
  await expect.element(row('Kalmar 03')).not.toBeInTheDocument();
});

test('the filters that are kept for a person are those of the page that Back has brought', async () => {
  serveRows(rowsOf(30));
  const { address, back } = await renderPart(
    <>
      <TestList remember="history-kept" />
      <Kept list="history-kept" />
    </>,
  );
  const kept = page.getByRole('status', { name: 'Kept' });
  await field.fill('Kalmar 1');
  await expect.element(kept).toHaveTextContent('{"name":"Kalmar 1"}');
  back();
  await expect.poll(address).toBe(LIST);
  await expect.element(page.getByText('1–20 of 30')).toBeVisible();
  await expect.element(kept).toHaveTextContent('{}');
});

test('filters that were kept are brought back once, and are no step of their own', async () => {
  serveRows(rowsOf(30));
  changeListSetting('history-restored', { filters: { name: 'Kalmar 1' } });
  const elsewhere = { '/account/before': { part: <h1>Before</h1>, arrives: Promise.resolve() } };
  const { address, back, go } = await renderPart(<TestList remember="history-restored" />, {
    at: '/account/before',
    elsewhere,
  });
  go(LIST);
  await expect.poll(address).toBe(`${LIST}?name=Kalmar+1`);
  back();
  await expect.element(page.getByRole('heading', { name: 'Before' })).toBeVisible();
});

test('another page of a long list begins at its top', async () => {
  serveRows(rowsOf(95));
  await renderPart(<TestList />);
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOptions('50');
  await expect.element(page.getByText('1–50 of 95')).toBeVisible();
  await page.getByRole('link', { name: 'Page 2' }).click();
  await expect.element(page.getByText('51–95 of 95')).toBeVisible();
  await expect.poll(() => scrollY).toBe(0);
  window.scrollTo(0, 900);
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('[[');
  await expect.element(page.getByText('1–50 of 95')).toBeVisible();
  await expect.poll(() => scrollY).toBe(0);
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOptions('20');
});

test('Back from a record stands on the row that led there', async () => {
  serveRows(rowsOf(95));
  const elsewhere = { '/account/accounts/$id': { part: <h1>A record</h1>, arrives: Promise.resolve() } };
  const { back } = await renderPart(<TestList />, { at: `${LIST}#3`, elsewhere });
  await row('Kalmar 57').click();
  await expect.element(page.getByRole('heading', { name: 'A record' })).toBeVisible();
  back();
  await expect.element(row('Kalmar 57')).toHaveFocus();
  await expect.element(row('Kalmar 57')).toBeInViewport();
  await userEvent.keyboard('j{Enter}');
  await expect.element(page.getByRole('heading', { name: 'A record' })).toBeVisible();
  back();
  await expect.element(row('Kalmar 58')).toHaveFocus();
});

test('the brackets turn the page where the keyboard has them with Option, as a Mac’s may', async () => {
  serveRows(rowsOf(45));
  const { address } = await renderPart(<TestList />);
  await expect.element(page.getByText('1–20 of 45')).toBeVisible();
  const press = (key: string) => window.dispatchEvent(new KeyboardEvent('keydown', { key, altKey: true }));
  press(']');
  await expect.poll(address).toBe(`${LIST}#2`);
  await expect.element(page.getByText('21–40 of 45')).toBeVisible();
  press('[');
  await expect.poll(address).toBe(`${LIST}#1`);
});

test('other rows that stand by themselves are seen from their first page on', async () => {
  const asked = serveRows(rowsOf(95));
  function Switched() {
    const [begins, setBegins] = useState('Kalmar');
    return (
      <>
        <button onClick={() => setBegins('Kal')}>Switch</button>
        <TestList begins={begins} />
      </>
    );
  }
  const { address } = await renderPart(<Switched />, { at: `${LIST}#3` });
  await expect.element(page.getByText('41–60 of 95')).toBeVisible();
  expect(address()).toBe(`${LIST}#3`);
  await page.getByRole('button', { name: 'Switch' }).click();
  await expect.element(page.getByText('1–20 of 95')).toBeVisible();
  expect(address()).toBe(LIST);
  expect(asked.at(-1)?.query.get('name')).toBe('Kal');
});
