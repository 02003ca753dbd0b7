import { Checkbox, MultiSelect, Radio, Select, Switch, TextInput } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { held } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { Failure } from '../../api/failure.ts';
import { paths } from '../../paths.ts';
import { NoticeArea } from '../notices/NoticeArea.tsx';
import { DayField } from '../day/DayField.tsx';
import { useCreate } from '../record/use-create.ts';
import type { Check } from './check.ts';
import { useFormFoot } from './form-source.ts';
import { FormPage } from './FormPage.tsx';
import { laterSchema } from './later-schema.ts';
import { useFormShell } from './use-form-shell.tsx';

type Values = { first_name: string; email: string };

type FormProps = {
  aside?: ReactNode;
  submit?: (values: Values) => Promise<void>;
  onCancel?: () => void;
  check?: Check<Values>;
};

const CHECK: Check<Values> = ({ first_name, email }) => ({
  ...(first_name === '' ? { first_name: { status: 'REQUIRED' } } : {}),
  ...(email.includes('@') ? {} : { email: { status: 'INVALID_EMAIL' } }),
});

/** A form of two fields; unless it is checked otherwise the second must have an @. */
function Form({ aside, submit = async () => {}, onCancel = () => {}, check = CHECK }: FormProps) {
  const shell = useFormShell<Values>({
    fields: { first_name: { label: 'person.firstName' }, email: { label: 'person.email' } },
    initial: { first_name: 'Tove', email: 'tove@orsini-custody.example' },
    check,
    submit,
  });
  return (
    <FormPage
      title="Edit"
      shell={shell}
      submit="Save"
      whyNot={shell.dirty ? null : 'Nothing is changed yet.'}
      onCancel={onCancel}
      aside={aside}
    >
      <TextInput {...shell.field('first_name')} />
      <TextInput {...shell.field('email')} />
      <DayField label="A day" value="2026-11-18" onChange={() => {}} />
      <Select label="A choice" data={['One', 'Two']} searchable nothingFoundMessage="Nothing" />
      <MultiSelect label="Choices" data={['One', 'Two']} searchable nothingFoundMessage="Nothing" />
    </FormPage>
  );
}

const save = page.getByRole('button', { name: 'Save' });
const name = page.getByLabelText('First name');
const email = page.getByLabelText('Email');

test.each([
  ['beside the form where there is room', 1280, false],
  ['before the act, where there is one column', 800, true],
])('what happens next stands %s', async (_where, width, isBefore) => {
  await renderPart(<Form aside={<a href="#next">Next</a>} />, { width });
  const aside = page.getByRole('link', { name: 'Next' });
  await expect.element(aside).toBeVisible();
  const place = aside.element().compareDocumentPosition(save.element());
  expect(Boolean(place & Node.DOCUMENT_POSITION_FOLLOWING)).toBe(isBefore);
});

test('[S-183] the first field has the focus; while nothing is changed the act says so and sends nothing', async () => {
  const submitted: Values[] = [];
  await renderPart(<Form submit={async (values) => void submitted.push(values)} />);
  await expect.element(name).toHaveFocus();
  await expect.element(save).toHaveAccessibleDescription('Nothing is changed yet.');
  await userEvent.keyboard('{Enter}');
  expect(submitted).toEqual([]);
});

test('[S-042] a wrong value is told under its field and not submitted; mended it is told no longer', async () => {
  const submitted: Values[] = [];
  await renderPart(<Form submit={async (values) => void submitted.push(values)} />);
  await name.fill('');
  await email.fill('nowhere');
  await save.click();
  await expect.element(name).toHaveAccessibleDescription(/Fill in this field/);
  await expect.element(email).toHaveAccessibleDescription(/Enter an address like/);
  expect(submitted).toEqual([]);
  await email.fill('tove@nowhere.example');
  await expect.element(email).not.toHaveAttribute('aria-invalid', 'true');
  await name.fill('Tova');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => submitted).toEqual([{ first_name: 'Tova', email: 'tove@nowhere.example' }]);
});

test('[S-180] the act is busy until the answer; after a failure it works again, nothing typed is lost', async () => {
  const answers: ((failure: Failure) => void)[] = [];
  await renderPart(<Form submit={() => new Promise((_, refuse) => answers.push(refuse))} />);
  await name.fill('Tova');
  await expect.element(save).not.toHaveAttribute('aria-disabled');
  const ground = () => getComputedStyle(save.element()).backgroundColor;
  const before = ground();
  await save.click();
  await expect.element(save).toHaveAttribute('aria-busy', 'true');
  // What turns in it is drawn for this ground.
  await expect.poll(ground).toBe(before);
  const fields = { email: { status: 'INVALID_EMAIL' as const, message: '' } };
  answers[0]?.(new Failure('INVALID_INPUT', 'Refused.', { httpStatus: 400, fields }));
  await expect.element(save).not.toHaveAttribute('aria-busy');
  await expect.element(name).toHaveValue('Tova');
  // What the server says of a field stands under it.
  await expect.element(email).toHaveAccessibleDescription(/Enter an address like/);
});

test('Enter in a choice that finds nothing sends nothing, and once it is closed it does', async () => {
  const submitted: Values[] = [];
  await renderPart(<Form submit={async (values) => void submitted.push(values)} />);
  await name.fill('Tova');
  for (const label of ['A choice', 'Choices']) {
    const choice = page.getByRole('combobox', { name: label });
    await choice.fill('Nobody');
    await expect.element(page.getByText('Nothing', { exact: true })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(choice).toHaveValue('Nobody');
    await choice.fill('tw');
    await userEvent.keyboard('{ArrowDown}{Enter}');
  }
  expect(submitted).toEqual([]);
  await userEvent.keyboard('{Escape}{Enter}');
  await expect.poll(() => submitted).toHaveLength(1);
});

test('the act keeps the focus while it is busy, and is not done twice', async () => {
  const { wait, release } = held();
  const submitted: Values[] = [];
  await renderPart(<Form submit={(values) => (submitted.push(values), wait)} />);
  await name.fill('Tova');
  save.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(save).toHaveAttribute('aria-busy', 'true');
  await expect.element(save).toHaveAttribute('aria-disabled', 'true');
  await expect.element(save).toHaveFocus();
  await userEvent.keyboard('{Enter} ');
  await userEvent.type(name, '{Enter}');
  save.element().focus();
  release();
  await expect.element(save).toHaveAccessibleDescription('Nothing is changed yet.');
  await expect.element(save).toHaveFocus();
  expect(submitted).toEqual([{ first_name: 'Tova', email: 'tove@orsini-custody.example' }]);
});

const FORM = '/account/ca/organizations/create';
const MADE = '/account/ca/organizations/made';

/** A form that makes a record and leads to its page; `stays`: something keeps the person here. */
function Creates({ create, stays = false }: { create: () => Promise<unknown>; stays?: boolean }) {
  useBlocker({ shouldBlockFn: () => stays, enableBeforeUnload: false });
  const form = useCreate({
    initial: { first_name: 'Tove' },
    create,
    act: 'organizations.create',
    created: 'organizations.created',
    to: () => MADE,
    back: MADE,
  });
  const shell = useFormShell({ fields: { first_name: { label: 'person.firstName' } }, check: () => ({}), ...form });
  return (
    <FormPage title="Create" shell={shell} {...useFormFoot(form, shell)}>
      <TextInput {...shell.field('first_name')} />
    </FormPage>
  );
}
const make = page.getByRole('button', { name: 'Create organization' });

test('nothing is created twice while the page of what was created is on its way', async () => {
  const { wait, release } = held();
  let made = 0;
  const { address } = await renderPart(<Creates create={async () => (made += 1)} />, {
    at: FORM,
    elsewhere: { [MADE]: { part: <h1>Made</h1>, arrives: wait } },
  });
  await userEvent.dblClick(make);
  await expect.poll(address).toBe(MADE);
  await userEvent.type(name, '{Enter}');
  expect(made).toBe(1);
  await expect.element(make).toHaveAttribute('aria-busy', 'true');
  release();
  await expect.element(page.getByRole('heading', { name: 'Made' })).toBeVisible();
  expect(made).toBe(1);
});

test('where nothing leads away from the form it can be sent again', async () => {
  let made = 0;
  await renderPart(<Creates create={async () => (made += 1)} stays />, { at: FORM });
  await make.click();
  await expect.element(make).not.toHaveAttribute('aria-busy');
  await make.click();
  await expect.poll(() => made).toBe(2);
});

test('[S-180] what the server refused stands under its field until that is changed, also when it is left', async () => {
  const fields = { email: { status: 'INVALID_EMAIL' as const, message: '' } };
  const refuse = async () => {
    throw new Failure('INVALID_INPUT', 'Refused.', { httpStatus: 400, fields });
  };
  await renderPart(<Form submit={refuse} />);
  await email.fill('tova@orsini-custody.example');
  // The summary takes the focus: the field is left.
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('alert')).toHaveFocus();
  await expect.element(email).toHaveAccessibleDescription(/Enter an address like/);
  await name.fill('Tova');
  await email.click();
  await name.click();
  await expect.element(email).toHaveAccessibleDescription(/Enter an address like/);
  await email.fill('tova@nordmark.example');
  await expect.element(email).not.toHaveAttribute('aria-invalid', 'true');
});

test('what failed is told until it is tried again, and no longer beside what is saved', async () => {
  let failing = true;
  const submit = async (): Promise<void> => {
    if (failing) throw new Failure('UNAVAILABLE', 'The platform is busy.', { httpStatus: 503 });
  };
  const form = (
    <>
      <Form submit={submit} />
      <NoticeArea />
    </>
  );
  await renderPart(form, { at: paths.profileEdit() });
  await name.fill('Tova');
  await save.click();
  const failed = page.getByRole('alert');
  await expect.element(failed).toBeVisible();
  // Left, and come back to.
  document.body.replaceChildren();
  await renderPart(form, { at: paths.profileEdit() });
  await name.fill('Tova');
  await expect.element(failed).toBeVisible();
  failing = false;
  await save.click();
  await expect.element(failed).not.toBeInTheDocument();
});

test('Escape cancels, from a field and beside them; what is open over the form closes first', async () => {
  let cancelled = 0;
  await renderPart(
    <main id="main">
      <Form onCancel={() => (cancelled += 1)} />
    </main>,
  );
  await expect.element(name).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(cancelled).toBe(1);
  await page.getByRole('button', { name: 'Choose a day in the calendar' }).click();
  await expect.element(page.getByRole('dialog').getByRole('button', { pressed: true })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(cancelled).toBe(1);
  await page.getByRole('combobox', { name: 'A choice' }).click();
  await expect.element(page.getByRole('option', { name: 'Two' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('option', { name: 'Two' })).not.toBeInTheDocument();
  expect(cancelled).toBe(1);
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('{Escape}');
  expect(cancelled).toBe(2);
});

test('Escape in another form of the page leaves neither', async () => {
  let cancelled = 0;
  await renderPart(
    <main id="main">
      <Form onCancel={() => (cancelled += 1)} />
      <form>
        <TextInput label="Recipient" />
      </form>
    </main>,
  );
  await page.getByLabelText('Recipient').fill('tove@nowhere.example');
  await userEvent.keyboard('{Escape}');
  expect(cancelled).toBe(0);
  await name.click();
  await userEvent.keyboard('{Escape}');
  expect(cancelled).toBe(1);
});

test('what may be left empty says so; a switch has a value either way and says nothing', async () => {
  function Both() {
    const shell = useFormShell<{ first_name: string; email: boolean }>({
      fields: {
        first_name: { label: 'person.firstName', optional: true },
        email: { label: 'person.email', optional: true },
      },
      initial: { first_name: '', email: false },
      check: () => ({}),
      submit: async () => {},
    });
    return (
      <FormPage title="Edit" shell={shell} submit="Save" whyNot={null} onCancel={() => {}}>
        <TextInput {...shell.field('first_name')} />
        <Switch {...shell.checkbox('email')} />
      </FormPage>
    );
  }
  await renderPart(<Both />);
  await expect.element(page.getByRole('textbox', { name: 'First name (optional)', exact: true })).toBeVisible();
  await expect.element(page.getByRole('switch', { name: 'Email', exact: true })).toBeInTheDocument();
});

test('fields that are left before their schema is there are all checked by it once it is', async () => {
  const { wait, release } = held();
  const wrong = (field: string) => ({ code: 'custom' as const, path: [field], message: 'INVALID_EMAIL', input: '' });
  const check = laterSchema(async () => {
    await wait;
    return { safeParse: () => ({ success: false, error: { issues: [wrong('first_name'), wrong('email')] } }) };
  });
  await renderPart(<Form check={check} />);
  await name.fill('Tova');
  await email.fill('nowhere');
  await userEvent.tab();
  await expect.element(email).not.toHaveAttribute('aria-invalid', 'true');
  release();
  await expect.element(name).toHaveAttribute('aria-invalid', 'true');
  await expect.element(email).toHaveAttribute('aria-invalid', 'true');
});

/** Boxes of which one must be ticked, and radio buttons of which the chosen one is never right. */
function Groups() {
  const shell = useFormShell<{ boxes: string[]; ways: string }>({
    fields: { boxes: { label: 'people.roles' }, ways: { label: 'person.email' } },
    initial: { boxes: [], ways: 'b' },
    check: ({ boxes }) => ({
      ...(boxes.length === 0 ? { boxes: { status: 'REQUIRED' } } : {}),
      ways: { status: 'REQUIRED' },
    }),
    submit: async () => {},
  });
  const letters = ['a', 'b', 'c'];
  return (
    <FormPage title="Edit" shell={shell} submit="Save" whyNot={null} onCancel={() => {}}>
      <Checkbox.Group {...shell.field('boxes')}>
        {letters.map((one) => (
          <Checkbox key={one} value={one} label={`Box ${one}`} />
        ))}
      </Checkbox.Group>
      <Radio.Group {...shell.field('ways')}>
        {letters.map((one) => (
          <Radio key={one} value={one} label={`Way ${one}`} />
        ))}
      </Radio.Group>
    </FormPage>
  );
}

test('the summary leads into a group: to its first box, and to the radio button that is chosen', async () => {
  await renderPart(<Groups />);
  await save.click();
  const summary = page.getByRole('alert');
  await expect.element(summary).toHaveFocus();
  const links = summary.getByRole('link');
  links.nth(0).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('checkbox', { name: 'Box a' })).toHaveFocus();
  links.nth(1).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('radio', { name: 'Way b' })).toHaveFocus();
});

test('a group is checked when the keyboard leaves it, not on the way from one box to the next', async () => {
  await renderPart(<Groups />);
  const group = page.getByRole('group', { name: 'Roles' });
  await expect.element(page.getByRole('checkbox', { name: 'Box a' })).toHaveFocus();
  await userEvent.tab();
  await expect.element(page.getByRole('checkbox', { name: 'Box b' })).toHaveFocus();
  await expect.element(group).not.toHaveAccessibleDescription(/Fill in/);
  await userEvent.tab();
  await userEvent.tab();
  await expect.element(page.getByRole('radio', { name: 'Way b' })).toHaveFocus();
  await expect.element(group).toHaveAccessibleDescription(/Fill in/);
});
