import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../paths.ts';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { Offers } from './Offers.tsx';
import { PRODUCTS } from './products.ts';

const CONTACT = paths.legal('contact');

function serve(products: Record<string, string>, contactUs: string): void {
  answerWith(({ path }) => (path.endsWith('/login/customization') ? { products, urls: { contactUs } } : undefined));
}
const show = () => renderPart(<Offers title="Products" products={PRODUCTS} />);
const links = (): (string | null)[] =>
  page
    .getByRole('link')
    .elements()
    .map((link) => `${link.textContent} ${link.getAttribute('href')}`);

test('[S-030 S-422] a product that runs beside the console has its address, and no other has one', async () => {
  serve({ ca_manager: '/certificate-authority' }, 'https://sales.example');
  await show();
  await expect
    .element(page.getByRole('link', { name: 'About CA Manager' }))
    .toHaveAttribute('href', '/certificate-authority');
  expect(links()).toEqual([
    'About CA Manager /certificate-authority',
    ...PRODUCTS.map(() => 'Contact sales https://sales.example'),
  ]);
});

test('where the operator has given no address, the link says what its page tells', async () => {
  serve({}, CONTACT);
  await show();
  await expect.element(page.getByRole('link', { name: 'How to get it' }).first()).toBeVisible();
  expect(links()).toEqual(PRODUCTS.map(() => `How to get it ${CONTACT}`));
});
