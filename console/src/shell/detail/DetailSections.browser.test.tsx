import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cell, useCell } from '../../cell.ts';
import { renderPart } from '../../testing/render.tsx';
import { showOnce } from '../secret/shown-secret.ts';
import { DetailSections } from './DetailSections.tsx';
import type { RecordSection } from './record-section.ts';
import { Section } from './Section.tsx';

const Tall = () => <Section>{() => <div style={{ height: 3000 }} />}</Section>;
const sections: readonly RecordSection<object>[] = [
  { id: 'roles', title: 'people.roles', Content: Tall },
  { id: 'api-tokens', title: 'tokens.title', Content: Tall },
];
const inView = () => page.getByRole('heading', { name: 'API tokens' });

/** A page that comes later, as one whose code is fetched. */
const hasCome = cell(false);
const Late = () => useCell(hasCome) && <DetailSections record={{}} sections={sections} />;
beforeEach(() => hasCome.set(false));

test('the section of the address is in view and has the focus', async () => {
  await renderPart(<Late />, { at: '/account/list#api-tokens' });
  hasCome.set(true);
  await expect.element(inView()).toBeInViewport();
  await expect.element(inView().getByRole('button')).toHaveFocus();
});

test('behind a dialog it is in view, and the dialog keeps the focus', async () => {
  await renderPart(<Late />, { at: '/account/list#api-tokens' });
  showOnce({ title: 'Secret', Content: () => <button type="button">Stored</button> });
  const stored = page.getByRole('button', { name: 'Stored' });
  await expect.element(stored).toHaveFocus();
  hasCome.set(true);
  await expect.element(inView()).toBeInViewport();
  await expect.element(stored).toHaveFocus();
});
