/** A field for a day: typed and shown as the person writes days, or chosen in a calendar, by mouse and by keyboard. */
import { payloadDate } from '@signet/contract/dates';
import { LOCALES, type Locale } from '@signet/contract/locales';
import { Modal, Popover } from '@mantine/core';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPart } from '../../testing/render.tsx';
import { DayField } from './DayField.tsx';
import { addDays } from './days.ts';

const BEN = { scope: 'partner', permissions: [], accounts: [], dateFormat: 'DD-MMM-YYYY' } as const;
const field = page.getByRole('textbox', { name: 'End date' });
const value = page.getByRole('status', { name: 'Value' });
const open = page.getByRole('button', { name: 'Choose a day in the calendar' });
const calendar = page.getByRole('dialog', { name: 'Calendar' });
const day = (name: string | RegExp) => calendar.getByRole('button', { name });

function Field({ begin = '', first }: { begin?: string; first?: string }) {
  const [end, setEnd] = useState(begin);
  return (
    <>
      <DayField label="End date" value={end} onChange={setEnd} {...(first ? { first } : {})} />
      <output aria-label="Value">{end}</output>
      <button type="button" onClick={() => setEnd('2030-03-09')}>
        From elsewhere
      </button>
    </>
  );
}

test('[A-020] a day is shown and typed in the person’s format, and others are understood', async () => {
  await renderPart(<Field begin="2027-01-31" />, { as: BEN });
  await expect.element(field).toHaveValue('31-Jan-2027');
  for (const text of ['9 March 2028', '09.03.2028', '2028-03-09']) {
    await field.fill(text);
    await expect.element(value).toHaveTextContent('2028-03-09');
    await expect.element(field).toHaveValue(text);
    await userEvent.tab();
    await expect.element(field).toHaveValue('09-Mar-2028');
  }
  await field.fill('31-Feb-2028');
  await userEvent.tab();
  await expect.element(field).toHaveValue('31-Feb-2028');
  await expect.element(value).toHaveTextContent('31-Feb-2028');
  await page.getByRole('button', { name: 'From elsewhere' }).click();
  await expect.element(field).toHaveValue('09-Mar-2030');
});

test('the calendar is a dialog for keys: days, weeks, months, Enter chooses, Escape leaves it as it was', async () => {
  await renderPart(<Field begin="2026-11-18" />, { as: BEN });
  open.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(day('Wednesday, November 18, 2026')).toHaveFocus();
  await expect.element(day('Wednesday, November 18, 2026')).toHaveAttribute('aria-pressed', 'true');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}');
  await expect.element(day('Thursday, December 3, 2026')).toHaveFocus();
  await expect.element(calendar.getByRole('status')).toHaveTextContent('December 2026');
  await userEvent.keyboard('{PageDown}{End}');
  await expect.element(day('Saturday, January 9, 2027')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(calendar).not.toBeInTheDocument();
  await expect.element(open).toHaveFocus();
  await expect.element(value).toHaveTextContent('2026-11-18');

  field.element().focus();
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await expect.element(day('Wednesday, November 18, 2026')).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}{Enter}');
  await expect.element(value).toHaveTextContent('2026-11-19');
  await expect.element(field).toHaveValue('19-Nov-2026');
  await expect.element(calendar).not.toBeInTheDocument();
  await expect.element(open).toHaveFocus();
});

test('an empty field: the keyboard begins on today, and stays there when the popover traps the focus', async () => {
  const today = payloadDate(new Date());
  await renderPart(<Field first={today} />, { as: BEN });
  field.element().focus();
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await expect.element(calendar).toBeVisible();
  await userEvent.keyboard('{ArrowRight}{Enter}');
  await expect.element(value).toHaveTextContent(addDays(today, 1));
});

test('by mouse: another month, a day; days before the first one can’t be chosen', async () => {
  await renderPart(<Field begin="2026-11-18" first="2026-11-10" />, { as: BEN });
  await open.click();
  await expect.element(day('Monday, November 9, 2026')).toBeDisabled();
  await calendar.getByRole('button', { name: 'Next month' }).click();
  await day('Friday, December 25, 2026').click();
  await expect.element(field).toHaveValue('25-Dec-2026');
});

test('in a dialog Escape closes the calendar alone', async () => {
  await renderPart(
    <Modal opened onClose={() => document.body.append('closed')} title="Question">
      <Field begin="2026-11-18" />
    </Modal>,
    { as: BEN },
  );
  await open.click();
  await expect.element(day('Wednesday, November 18, 2026')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(calendar).not.toBeInTheDocument();
  await expect.element(page.getByRole('dialog', { name: 'Question' })).toBeVisible();
  expect(document.body.textContent).not.toContain('closed');
});

test('in a popover, as filters stand in, Escape closes the calendar alone', async () => {
  const changes: boolean[] = [];
  await renderPart(
    <Popover opened onChange={(opened) => changes.push(opened)} trapFocus>
      <Popover.Target>
        <button type="button">Add filter</button>
      </Popover.Target>
      <Popover.Dropdown>
        <Field begin="2026-11-18" />
      </Popover.Dropdown>
    </Popover>,
    { as: BEN },
  );
  await open.click();
  await expect.element(day('Wednesday, November 18, 2026')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(calendar).not.toBeInTheDocument();
  expect(changes).toEqual([]);
});

const SHOWN: Record<Locale, [text: string, month: string, firstOfWeek: string]> = {
  en_US: ['09-Mar-2027', 'March 2027', 'Sun'],
  de_DE: ['09-Mär-2027', 'März 2027', 'Mo'],
  fr_FR: ['09-mars-2027', 'mars 2027', 'lun.'],
  es_ES: ['09-mar-2027', 'marzo de 2027', 'lun'],
  ja_JP: ['2027/03/09', '2027年3月', '日'],
};

test.each(LOCALES)('field and calendar speak %s', async (locale) => {
  await renderPart(<Field begin="2027-03-09" />, { as: BEN, locale });
  const [text, month, firstOfWeek] = SHOWN[locale];
  const textbox = page.getByRole('textbox');
  await expect.element(textbox).toHaveValue(text);
  textbox.element().focus();
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await expect.element(page.getByRole('dialog').getByRole('status')).toHaveTextContent(month);
  await expect.element(page.getByRole('cell').first()).toHaveTextContent(firstOfWeek);
});
