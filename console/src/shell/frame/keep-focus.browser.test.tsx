import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPart } from '../../testing/render.tsx';
import { showOnce } from '../secret/shown-secret.ts';
import { useFocusKept } from './keep-focus.ts';

const at = (hash: string) => history.replaceState(null, '', location.pathname + location.search + hash);
afterEach(() => at(''));

/** A page that nobody had a place on when a dialog came over it. */
function Page() {
  useFocusKept();
  return (
    <>
      <h1>Account</h1>
      <button type="button" data-section="integrations">
        Integrations
      </button>
    </>
  );
}
const Content = ({ onStored }: { onStored: () => void }) => (
  <button type="button" onClick={onStored}>
    Stored
  </button>
);

test.each([
  ['the section of its address', '#integrations', page.getByRole('button', { name: 'Integrations' })],
  ['its heading where the address names none', '', page.getByRole('heading', { name: 'Account' })],
  ['its heading where it has no such section', '#roles', page.getByRole('heading', { name: 'Account' })],
])('after a dialog whose place on the page has gone the page goes on at %s', async (_, hash, place) => {
  at(hash);
  await renderPart(<Page />);
  showOnce({ title: 'Secret', Content });
  await expect.element(page.getByRole('button', { name: 'Stored' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(place).toHaveFocus();
});

/** A section far down the page: each row takes itself away. */
function Rows() {
  useFocusKept();
  const [rows, setRows] = useState(['A', 'B', 'C']);
  return (
    <>
      <h1 style={{ marginBottom: 2000 }}>Account</h1>
      <section>
        <button type="button" data-section="rows">
          Rows
        </button>
        <ul>
          {rows.map((row) => (
            <li key={row}>
              <button type="button" onClick={() => setRows(rows.filter((one) => one !== row))}>
                Remove {row}
              </button>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
const remove = (row: string) => page.getByRole('button', { name: `Remove ${row}` });

test('who takes away their row goes on at the next one, the one before, and at last at the section', async () => {
  await renderPart(<Rows />);
  remove('B').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(remove('C')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(remove('A')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Rows' })).toHaveFocus();
});

/** A part far down a page without sections, which is put away. */
function Far() {
  useFocusKept();
  const [isThere, setThere] = useState(true);
  return (
    <>
      <h1 style={{ marginBottom: 2000 }}>Account</h1>
      {isThere && (
        <button type="button" onClick={() => setThere(false)}>
          Put away
        </button>
      )}
      <p style={{ height: 2000 }} />
    </>
  );
}

test('the heading at which the keyboard goes on is scrolled into view', async () => {
  await renderPart(<Far />);
  const putAway = page.getByRole('button', { name: 'Put away' });
  putAway.element().focus();
  await expect.element(putAway).toBeInViewport();
  await userEvent.keyboard('{Enter}');
  const heading = page.getByRole('heading', { name: 'Account' });
  await expect.element(heading).toHaveFocus();
  await expect.element(heading).toBeInViewport();
});
