import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerWith, problem } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import CertificatePickupPage from './CertificatePickupPage.tsx';

const USER = '00000000-0000-4000-8000-000000000500';
const AT = { at: `/account/certificate-pickup#${USER}/code-1`, pages: ['account/certificate-pickup'] };
const LINK = { user_id: USER, code: 'code-1' };
const PERSON = { name: 'Emil Haugen', user_name: 'emil' };

/** The link is good when the page opens, and spent when it is used. */
const spentMeanwhile = () =>
  answerWith(({ path }) => {
    if (path.endsWith('/check')) return PERSON;
    return path.endsWith('/clientAuthLoginUrl') ? { url: null } : problem('CODE_INVALID', 410);
  });
const spent = page.getByRole('heading', { name: 'This link no longer works' });

test('[S-033 S-299] the page says whose certificate it will be, and sends request and code', async () => {
  const calls = spentMeanwhile();
  await renderPart(<CertificatePickupPage />, AT);
  await expect
    .element(page.getByText(/^A certificate with which Emil Haugen signs in \(user name emil\)/))
    .toBeVisible();
  expect(calls.find(({ path }) => path.endsWith('/check'))?.body).toEqual(LINK);
  await page.getByLabelText('Type of key').selectOptions('ec_p256');
  await page.getByLabelText('Passphrase', { exact: true }).fill('secret7');
  await page.getByLabelText('Repeat passphrase').fill('secret7');
  await page.getByRole('button', { name: 'Generate certificate' }).click();
  await expect.element(spent).toBeVisible();
  const sent = calls.find(({ path }) => path.endsWith('/certificate-pickup'))?.body;
  expect(sent).toEqual({ ...LINK, csr: expect.stringMatching(/^-----BEGIN CERTIFICATE REQUEST-----/) });
});

test('[S-033] a link that is spent says so when it is opened', async () => {
  answerWith(() => problem('CODE_INVALID', 410));
  await renderPart(<CertificatePickupPage />, AT);
  await expect.element(spent).toBeVisible();
});
