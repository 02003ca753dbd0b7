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
