/** A page whose permission goes while it is open. */
import { TextInput } from '@mantine/core';
import { ACCESS } from '@signet/contract/access';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from '../../api/query.ts';
import { permissionQuery } from '../../session/permissions.ts';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { FormPage } from '../form/FormPage.tsx';
import { useFormShell } from '../form/use-form-shell.tsx';
import Gate from './Gate.tsx';

function Form() {
  const shell = useFormShell({
    fields: { name: { label: 'organizations.name' } },
    initial: { name: '' },
    check: () => ({}),
    submit: async () => {},
  });
  return (
    <FormPage title="Create" shell={shell} submit="Save" whyNot={null} onCancel={() => {}}>
      <TextInput {...shell.field('name')} />
    </FormPage>
  );
}

const holds = (permissions: string[]) => queryClient.setQueryData(permissionQuery.queryKey, { permissions });
const name = page.getByRole('textbox');
const save = page.getByRole('button', { name: 'Save' });

test('a form that holds what is not saved stays, and can’t be saved until the permission is back', async () => {
  answerWith(() => ({ items: [] }));
  await renderPart(
    <Gate access={ACCESS.organizations.manage}>
      <Form />
    </Gate>,
    { as: { scope: 'account', permissions: ['manage_organization'], accounts: ['Nordmark'] } },
  );
  await name.fill('Harbour office');
  holds([]);
  await expect.element(save).toHaveAttribute('aria-disabled', 'true');
  await expect.element(save).toHaveAccessibleDescription('You have no access to this page.');
  await expect.element(name).toHaveValue('Harbour office');
  holds(['manage_organization']);
  await expect.element(save).not.toHaveAttribute('aria-disabled');
  await expect.element(name).toHaveValue('Harbour office');
  await name.fill('');
  holds([]);
  await expect.element(name).not.toBeInTheDocument();
  await expect.element(page.getByText(/You have no access to this page/)).toBeVisible();
});
