import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
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

test('the section stays in view while those above it load, until the person moves', async () => {
  const rows = cell(0);
  const Growing = () => {
    const height = useCell(rows);
    return <Section>{() => <div style={{ height }} />}</Section>;
  };
  const growing = [
    { id: 'roles', title: 'people.roles', Content: Growing },
    { id: 'api-tokens', title: 'tokens.title', Content: Growing },
  ] as const;
  await renderPart(<DetailSections record={{}} sections={growing} />, { at: '/account/list#api-tokens' });
  await expect.element(inView()).toBeInViewport();
  rows.set(5000);
  await expect.poll(() => document.querySelector('section')?.clientHeight).toBeGreaterThan(5000);
  await expect.element(inView()).toBeInViewport();
  await userEvent.keyboard('{Home}');
  scrollTo(0, 0);
  rows.set(6000);
  await expect.poll(() => document.querySelector('section')?.clientHeight).toBeGreaterThan(6000);
  await expect.element(inView()).not.toBeInViewport();
});

test('how many there are is written beside the title and in the list of sections as lists write it', async () => {
  const Many = () => <Section count={12_500}>{() => null}</Section>;
  const many = sections.map((section) => ({ ...section, Content: Many }));
  await renderPart(<DetailSections record={{}} sections={many} />);
  await expect.element(page.getByRole('heading', { name: /^API tokens ?12,500$/ })).toBeVisible();
  await expect.element(page.getByRole('navigation').getByRole('button', { name: /^Roles ?12,500$/ })).toBeVisible();
});

test('a section that holds something not saved stays until it is, though the record has it no more', async () => {
  const has = cell(true);
  const keeps = cell(true);
  const Held = () => <Section keeps={useCell(keeps)}>{() => <input aria-label="Typed" />}</Section>;
  const held: readonly RecordSection<{ has: boolean }>[] = [
    { id: 'roles', title: 'people.roles', Content: Tall },
    { id: 'api-tokens', title: 'tokens.title', when: (record) => record.has, Content: Held },
  ];
  const Part = () => <DetailSections record={{ has: useCell(has) }} sections={held} />;
  await renderPart(<Part />);
  const field = page.getByLabelText('Typed');
  await field.fill('a.com');
  has.set(false);
  await expect.poll(() => has.get()).toBe(false);
  await expect.element(field).toHaveValue('a.com');
  keeps.set(false);
  await expect.element(field).not.toBeInTheDocument();
  await expect.element(inView()).not.toBeInTheDocument();
});

test('what is typed in the only section stays when a second one comes, and when it goes again', async () => {
  const has = cell(false);
  const Field = () => <Section>{() => <input aria-label="Typed" />}</Section>;
  const two: readonly RecordSection<{ has: boolean }>[] = [
    { id: 'roles', title: 'people.roles', Content: Field },
    { id: 'api-tokens', title: 'tokens.title', when: (record) => record.has, Content: Tall },
  ];
  const Part = () => <DetailSections record={{ has: useCell(has) }} sections={two} />;
  await renderPart(<Part />);
  const field = page.getByLabelText('Typed');
  await field.fill('a.com');
  has.set(true);
  await expect.element(page.getByRole('navigation')).toBeVisible();
  await expect.element(field).toHaveValue('a.com');
  has.set(false);
  await expect.element(page.getByRole('navigation')).not.toBeInTheDocument();
  await expect.element(field).toHaveValue('a.com');
});
