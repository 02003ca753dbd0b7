import type { Visit } from './visit.ts';

export const visits: readonly Visit[] = [
  { route: '/account/setup-license', name: 'setup-license', as: null, stage: 'empty' },
  { route: '/account/setup-user', name: 'setup-user', as: null, stage: 'licensed' },

  {
    route: '/account/setup-license',
    name: 'setup-license-wrong',
    as: null,
    stage: 'empty',
    async act(page) {
      await page.getByRole('textbox', { name: 'Setup code' }).fill('K7QM-4TXD-9HRA');
      await page.getByRole('textbox', { name: 'License text' }).fill('License of Nordmark Landesbank, order 20418');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page
        .getByText(/not the setup code/)
        .first()
        .waitFor();
    },
    refused: [/^POST 4\d\d .*\/setup\/license$/],
  },
  {
    route: '/account/setup-user',
    name: 'setup-user-wrong',
    as: null,
    stage: 'licensed',
    act: async (page) => page.getByRole('button', { name: 'Create administrator' }).click(),
  },
];
