import { useState, type FormEvent } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPart } from '../../testing/render.tsx';
import { SearchChoice } from './SearchChoice.tsx';
import { SearchChoices } from './SearchChoices.tsx';

const HOUSES = [
  { value: 'n', label: 'Nordmark Landesbank' },
  { value: 'o', label: 'Orsini' },
  { value: 'o2', label: 'Orsini Custody (Milan)' },
  { value: 'k1', label: 'Kiel' },
  { value: 'k2', label: 'KIEL' },
];
const called = (value: string) => (value === 'o2' ? ['Orsini Custody'] : []);

type Sent = { one: string | null; several: readonly string[] };
type Props = { sent?: Sent[]; isAnswered?: boolean };

/** Two choices that may be left empty, and what follows them. */
function Form({ sent = [], isAnswered = true }: Props) {
  const [one, setOne] = useState<string | null>(null);
  const [several, setSeveral] = useState<readonly string[]>([]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    sent.push({ one, several });
  };
  const more = { called, isAnswered, data: HOUSES, openOnFocus: false, nothingFoundMessage: 'Nothing', maw: 400 };
  return (
    <form noValidate onSubmit={submit}>
      <SearchChoice {...more} label="House" value={one} onChange={setOne} allowDeselect={false} clearable />
      <SearchChoices {...more} label="Houses" value={several} onChange={setSeveral} />
      <button type="submit">Send</button>
      <output>{JSON.stringify({ one, several })}</output>
    </form>
  );
}

const field = page.getByRole('combobox', { name: 'House', exact: true });
const fields = page.getByRole('combobox', { name: 'Houses' });
const send = page.getByRole('button', { name: 'Send' });
const chosen = page.getByText(/^\{"one"/);
const NONE = /Choose from the list/;

test.each([
  ['in full', 'Nordmark Landesbank', 'n'],
  ['without accents or capitals, with blanks around it', ' nordmärk landesbank ', 'n'],
  ['as a part of another one', 'orsini', 'o'],
  ['without what tells it from others', 'Orsini custody', 'o2'],
])('a name that was typed %s is chosen when the field is left', async (_, typed, id) => {
  await renderPart(<Form />);
  await field.fill(typed);
  await userEvent.tab();
  await fields.fill(typed);
  await userEvent.tab();
  await expect.element(chosen).toHaveTextContent(JSON.stringify({ one: id, several: [id] }));
  await expect.element(field).toHaveValue(HOUSES.find(({ value }) => value === id)?.label ?? '');
  await expect.element(fields).toHaveValue('');
});

test('the line that the arrow keys have led to is chosen when the field is left; what was chosen stays', async () => {
  await renderPart(<Form />);
  for (const choice of [field, fields, fields]) {
    await choice.fill('nord');
    await userEvent.keyboard('{ArrowDown}');
    await userEvent.tab();
    await expect.element(choice).not.toHaveAttribute('aria-invalid', 'true');
  }
  await expect.element(chosen).toHaveTextContent('{"one":"n","several":["n"]}');
  await expect.element(field).toHaveValue('Nordmark Landesbank');
});

test('a text that is none of the list, or two of it, stays, says so and is not sent', async () => {
  const sent: Sent[] = [];
  await renderPart(<Form sent={sent} />);
  for (const [choice, text] of [
    [field, 'Nordm'],
    [fields, 'kiel'],
  ] as const) {
    await choice.fill(text);
    await userEvent.tab();
    await expect.element(choice).toHaveValue(text);
    await expect.element(choice).toHaveAttribute('aria-invalid', 'true');
    await expect.element(choice).toHaveAccessibleDescription(NONE);
  }
  await send.click();
  await expect.element(page.getByText(NONE).nth(1)).toBeVisible();
  expect(sent).toEqual([]);
  // Emptied, it is left out; the other one is chosen.
  await fields.clear();
  await field.clear();
  await field.fill('Nordm');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await send.click();
  await expect.poll(() => sent).toEqual([{ one: 'n', several: [] }]);
  await expect.element(page.getByText(NONE)).not.toBeInTheDocument();
});

test('what is wrong with the text stands in place of the help', async () => {
  const more = { data: HOUSES, description: 'Help', openOnFocus: false };
  await renderPart(
    <>
      <SearchChoice {...more} label="House" value={null} onChange={() => {}} />
      <SearchChoices {...more} label="Houses" value={[]} onChange={() => {}} />
    </>,
  );
  for (const choice of [field, fields]) {
    await expect.element(choice).toHaveAccessibleDescription('Help');
    await choice.fill('Nordm');
    await userEvent.tab();
    await expect.element(choice).toHaveAccessibleDescription(/^Choose from the list[^]*(?<!Help)$/);
  }
});

test('a form that is sent from the field is sent with what is typed there in full', async () => {
  const sent: Sent[] = [];
  await renderPart(<Form sent={sent} />);
  await field.fill('orsini');
  await userEvent.keyboard('{Escape}{Enter}');
  await expect.poll(() => sent).toEqual([{ one: 'o', several: [] }]);
  await field.fill('nobody');
  await userEvent.keyboard('{Escape}{Enter}');
  await expect.element(field).toHaveAccessibleDescription(NONE);
  await expect.element(field).toHaveFocus();
  expect(sent).toHaveLength(1);
});

test('while the options are on their way nothing is judged; once they are there it is', async () => {
  function Late() {
    const [isAnswered, setIsAnswered] = useState(false);
    return (
      <>
        <Form isAnswered={isAnswered} />
        <button type="button" onClick={() => setIsAnswered(true)}>
          Answer
        </button>
      </>
    );
  }
  await renderPart(<Late />);
  await field.fill('Bergen');
  await fields.fill('Hamburg');
  (document.activeElement as HTMLElement).blur();
  await expect.element(field).toHaveValue('Bergen');
  expect(page.getByText(NONE).elements()).toEqual([]);
  await page.getByRole('button', { name: 'Answer' }).click();
  await expect.element(field).toHaveAccessibleDescription(NONE);
  await expect.element(fields).toHaveAccessibleDescription(NONE);
});

test('a list that has nothing says so beside the field too, as long as it is open', async () => {
  await renderPart(<Form />);
  const said = () =>
    page
      .getByRole('status')
      .elements()
      .map(({ textContent }) => textContent);
  for (const choice of [field, fields]) {
    await choice.fill('o');
    await expect.element(page.getByRole('option').first()).toBeVisible();
    expect(said()).not.toContain('Nothing');
    await choice.fill('nobody');
    await expect.poll(said).toContain('Nothing');
    await userEvent.keyboard('{Escape}');
    await expect.poll(said).not.toContain('Nothing');
    await choice.clear();
    await userEvent.keyboard('{Escape}');
  }
});
