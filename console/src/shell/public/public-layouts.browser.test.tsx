import { useState, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import { PublicFrame } from './PublicLayout.tsx';
import SplitLayout from './SplitLayout.tsx';

const CUSTOM = {
  logo: '',
  copyright: '© Umbra Trust',
  urls: { termsOfUse: 'https://umbra.example/terms' },
  notice: { title: 'Maintenance', text: 'On Sunday from 02:00 to 03:00.' },
  products: {},
};

test.each([
  ['the sign-in page', <SplitLayout key="split" />],
  ['every other public page', <PublicFrame key="public">A page</PublicFrame>],
])('%s shows the operator’s copyright, notice and links', async (_where, layout) => {
  answerWith(({ path }) => (path.endsWith('/login/customization') ? CUSTOM : undefined));
  await renderPart(layout);
  await expect.element(page.getByRole('contentinfo').getByText('© Umbra Trust')).toBeVisible();
  // Beside the form or below it, as the window has room.
  const seen = () =>
    page
      .getByText(/On Sunday from 02:00 to 03:00/)
      .elements()
      .filter((one) => one.checkVisibility());
  await expect.poll(() => seen().length).toBe(1);
  const terms = page.getByRole('contentinfo').getByRole('link', { name: 'Terms of use' });
  await expect.element(terms).toHaveAttribute('href', 'https://umbra.example/terms');
});

/** A page whose button leads to the next question at the same address. */
function Steps() {
  const [isSent, setSent] = useState(false);
  if (isSent) return <h1>Look into your mail</h1>;
  return (
    <button type="button" onClick={() => setSent(true)}>
      Send
    </button>
  );
}
/** Its page stands beside it: the layout shows what the map has. */
const Split = ({ children }: { children: ReactNode }) => (
  <>
    {children}
    <SplitLayout />
  </>
);

test.each([
  ['the sign-in page', Split],
  ['every other public page', PublicFrame],
])('who goes a step on in %s stands at the heading of the next one', async (_where, Layout) => {
  answerWith(({ path }) => (path.endsWith('/login/customization') ? CUSTOM : undefined));
  await renderPart(
    <Layout>
      <Steps />
    </Layout>,
  );
  const send = page.getByRole('button', { name: 'Send' });
  await expect.element(send).toBeVisible();
  send.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'Look into your mail' })).toHaveFocus();
});
