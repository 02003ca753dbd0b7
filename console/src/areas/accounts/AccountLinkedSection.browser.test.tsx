/** What an account is linked to, on its page. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { DetailSections } from '../../shell/detail/DetailSections.tsx';
import { CUSTOMER } from '../../testing/account.ts';
import { renderPart } from '../../testing/render.tsx';
import AccountLinkedSection from './AccountLinkedSection.tsx';

const LINKED = { id: 'linked', title: 'accounts.linked', Content: AccountLinkedSection } as const;

test.each([
  ['linked', ['Name', 'Federated account ID']],
  ['Suspended', ['Name', 'Federated account ID', 'Federation status']],
])('[A-063] the link is named; its state where it is another than that: %s', async (federation_status, labels) => {
  const federated = { federated_account_id: 'F-901', federated_account_name: 'Nordmark Group', federation_status };
  await renderPart(<DetailSections record={{ ...CUSTOMER, ...federated }} sections={[LINKED]} />);
  await expect.element(page.getByText('Nordmark Group')).toBeVisible();
  const terms = page.getByRole('term').elements();
  expect(terms.map((term) => term.textContent)).toEqual(labels);
});
