/** What no line ends within: dates, and the parts of an email address. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPart } from '../testing/render.tsx';
import { WithDates } from './DateText.tsx';
import { EmailAddress } from './EmailAddress.tsx';
import { Facts } from './Facts.tsx';

test.each([
  ['Begins on 11-Dec-2026', ['11-Dec-2026']],
  ['Card of 03-févr.-2026 · Ended on 2026-11-21', ['03-févr.-2026', '2026-11-21']],
  ['payment-gateway-2', []],
  ['F-901-Nordmark', []],
])('of "%s" the dates are kept in one line each', async (text, dates) => {
  await renderPart(
    <p>
      <WithDates>{text}</WithDates>
    </p>,
  );
  await expect.element(page.getByText(text)).toBeVisible();
  const whole = Array.from(document.querySelectorAll('p span'), (span) => span.textContent);
  expect(whole).toEqual(dates);
});

test('an address among facts breaks after its @ alone, and one that is longer than its place anywhere', async () => {
  const long = `${'a'.repeat(60)}@example.com`;
  const facts = ['payment-gateway@nordmark-lb.example', long].map((address, index) => ({
    label: `Address ${index}`,
    value: <EmailAddress>{address}</EmailAddress>,
  }));
  await renderPart(<Facts facts={facts} />, { width: 390 });
  const address = page.getByText('payment-gateway@nordmark-lb.example');
  await expect.element(address).toBeVisible();
  const parts = [...address.element().querySelectorAll('span')];
  expect(parts).toHaveLength(2);
  for (const part of parts) expect(part.offsetHeight).toBeLessThan(24);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});
