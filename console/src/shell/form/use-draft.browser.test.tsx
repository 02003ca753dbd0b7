import { PasswordInput, TextInput } from '@mantine/core';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../paths.ts';
import { beginSession } from '../../session/start.ts';
import { endSession, givesWay, storeTokens } from '../../session/state.ts';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { tokensOf } from '../../testing/tokens.ts';
import { FormPage } from './FormPage.tsx';
import { useFormShell } from './use-form-shell.tsx';

type Values = { first_name: string; email: string; password: string };
const SAVED: Values = { first_name: 'Tove', email: 'tove@orsini-custody.example', password: '' };

function Form({ initial = SAVED }: { initial?: Values }) {
  const shell = useFormShell<Values>({
    fields: {
      first_name: { label: 'person.firstName' },
      email: { label: 'person.email' },
      password: { label: 'login.password', secret: true },
    },
    initial,
    check: () => ({}),
    submit: async () => {},
  });
  return (
    <FormPage title="Edit" shell={shell} submit="Save" whyNot={null} onCancel={() => {}}>
      <TextInput {...shell.field('first_name')} />
      <TextInput {...shell.field('email')} />
      <PasswordInput {...shell.field('password')} />
    </FormPage>
  );
}

const [ADA, INES] = [tokensOf('ada'), tokensOf('ines')];
const name = page.getByLabelText('First name');
const email = page.getByLabelText('Email');
const notice = page.getByText(/You typed this before your session ended/);

/** The page as it is loaded by the person who has signed in. */
async function open(initial?: Values, at = paths.profileEdit()): Promise<void> {
  document.body.replaceChildren();
  await renderPart(initial ? <Form initial={initial} /> : <Form />, { at });
}

async function type(): Promise<void> {
  beginSession(ADA);
  await open();
  await name.fill('Tova');
  await page.getByLabelText('Password').first().fill('Right-horse-7-battery');
}

beforeEach(() => {
  endSession('signed-out');
  localStorage.clear();
  sessionStorage.clear();
  answerWith(() => null);
});

const ENDS: Record<string, () => void> = {
  'has expired': () => endSession('expired'),
  'was ended in another tab': () => endSession('signed-out'),
  'ended with the accounts of the person': () => endSession('account-ended'),
  'gave way to somebody else in another tab': () => {
    storeTokens(INES);
    givesWay();
  },
  'was replaced in this tab': () => beginSession(INES),
};
for (const [how, end] of Object.entries(ENDS))
  test(`what was typed when the session ${how} comes back to the same person alone, but for secrets`, async () => {
    await type();
    end();
    expect(sessionStorage.getItem('drafts')).not.toContain('Right-horse');
    beginSession(INES);
    await open();
    await expect.element(name).toHaveValue('Tove');
    beginSession(ADA);
    await open();
    await expect.element(name).toHaveValue('Tova');
    await expect.element(notice).toBeVisible();
    await expect.element(email).toHaveValue(SAVED.email);
    await expect.element(page.getByLabelText('Password').first()).toHaveValue('');
  });

test('it comes back once, and is discarded at a word', async () => {
  await type();
  endSession('expired');
  beginSession(ADA);
  await open();
  await page.getByRole('button', { name: 'Discard it' }).click();
  await expect.element(name).toHaveValue('Tove');
  await expect.element(notice).not.toBeInTheDocument();
  await open();
  await expect.element(name).toHaveValue('Tove');
  await expect.element(notice).not.toBeInTheDocument();
});

test('what others saved meanwhile stands beside it, and is named where both changed the same', async () => {
  await type();
  endSession('expired');
  beginSession(ADA);
  await open({ ...SAVED, first_name: 'Tuva', email: 'tuva@orsini-custody.example' });
  await expect.element(name).toHaveValue('Tova');
  await expect.element(email).toHaveValue('tuva@orsini-custody.example');
  await expect.element(page.getByText(/somebody else changed First name;/)).toBeVisible();
});

test('another page’s form of the same kind knows nothing of it', async () => {
  await type();
  endSession('expired');
  beginSession(ADA);
  await open(SAVED, paths.contactCreate('x'));
  await expect.element(name).toHaveValue('Tove');
});

test('a form in which nothing was changed leaves nothing', async () => {
  beginSession(ADA);
  await open();
  await expect.element(name).toHaveValue('Tove');
  endSession('expired');
  expect(sessionStorage.getItem('drafts')).toBeNull();
});
