import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPart } from '../../testing/render.tsx';
import { RefusedButton } from './RefusedButton.tsx';

const REASON = 'The seat has a certificate.';
const button = page.getByRole('button', { name: 'Delete seat' });

const shown = () =>
  renderPart(
    <>
      <RefusedButton whyNot={{ status: 'SEAT_HAS_CERTIFICATE', message: REASON }}>Delete seat</RefusedButton>
      <p>Elsewhere</p>
    </>,
  );

test('the reason is read out with the button, and shows to who comes to it by the keyboard', async () => {
  await shown();
  await expect.element(button).toHaveAccessibleDescription(REASON);
  await userEvent.keyboard('{Tab}');
  await expect.element(button).toHaveFocus();
  await expect.element(page.getByText(REASON).nth(1)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText(REASON).nth(1)).not.toBeInTheDocument();
});

test('it shows on a tap, and goes with the next one elsewhere though the button never had the focus', async () => {
  await shown();
  await expect.element(button).toBeVisible();
  const element = button.element() as HTMLElement;
  element.click();
  await expect.element(page.getByText(REASON).nth(1)).toBeVisible();
  expect(element).not.toBe(document.activeElement);
  page
    .getByText('Elsewhere')
    .element()
    .dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  await expect.element(page.getByText(REASON).nth(1)).not.toBeInTheDocument();
});
