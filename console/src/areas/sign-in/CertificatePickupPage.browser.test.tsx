import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { NoticeArea } from '../../shell/notices/NoticeArea.tsx';
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

describe('[S-033] whoever comes without a whole link', () => {
  const BARE = { ...AT, at: '/account/certificate-pickup' };
  const field = page.getByLabelText('Link or code from your email');
  const goOn = page.getByRole('button', { name: 'Continue' });
  const CODE = 'kJ8-_x'.repeat(7);

  test.each([BARE.at, `${BARE.at}#`, `${BARE.at}#${USER}`, `${BARE.at}#${USER}/`])(
    '%s is asked for it, and the platform nothing',
    async (at) => {
      const calls = spentMeanwhile();
      await renderPart(<CertificatePickupPage />, { ...BARE, at });
      await expect.element(field).toBeVisible();
      expect(calls).toEqual([]);
    },
  );

  test.each([
    ['', 'Fill in this field.'],
    ['https://signet.example/account/login', 'This is no link to a certificate.'],
    [`https://signet.example/account/verify/${USER}/${CODE}`, 'This is no link to a certificate.'],
    [USER, 'This is no link to a certificate.'],
    [CODE, 'This is no link to a certificate.'],
  ])('is told under the field that “%s” is none', async (said, why) => {
    const calls = spentMeanwhile();
    await renderPart(<CertificatePickupPage />, BARE);
    await field.fill(said);
    await goOn.click();
    await expect.element(field).toHaveAccessibleDescription(new RegExp(why));
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    expect(calls).toEqual([]);
  });

  test.each([
    `https://signet.example/account/certificate-pickup#${USER}/${CODE}`,
    `https://signet.example/account/certificate-pickup?via=mail#${USER}/${CODE}`,
    ` ${USER}/${CODE}\n`,
  ])('goes on to their certificate with “%s”', async (said) => {
    const calls = spentMeanwhile();
    const { address } = await renderPart(<CertificatePickupPage />, BARE);
    await field.fill(said);
    await goOn.click();
    await expect.element(page.getByText(/^A certificate with which Emil Haugen signs in/)).toBeVisible();
    expect(address()).toBe(`/account/certificate-pickup#${USER}/${CODE}`);
    expect(calls.find(({ path }) => path.endsWith('/check'))?.body).toEqual({ user_id: USER, code: CODE });
  });

  /** The page of an invitation, which is another area's. */
  const arrives = Promise.resolve();
  const elsewhere = { 'account/enrollment/$id/$code': { part: <h1>The invitation</h1>, arrives } };
  const invited = page.getByRole('heading', { name: 'The invitation' });
  const INVITATION = `/account/enrollment/${USER}/${CODE}`;

  test.each([
    [`<https://signet.example${INVITATION}>`, INVITATION],
    [`https://signet.example${INVITATION}?enrollment_method=DDC`, `${INVITATION}?enrollment_method=DDC`],
    [`${INVITATION}#top`, INVITATION],
  ])('goes on to the page of an enrollment with “%s”, its query too', async (said, to) => {
    const calls = spentMeanwhile();
    const { address } = await renderPart(<CertificatePickupPage />, { ...BARE, elsewhere });
    await field.fill(said);
    await goOn.click();
    await expect.element(invited).toBeVisible();
    expect(address()).toBe(to);
    expect(calls).toEqual([]);
  });

  test('goes on to the page of an enrollment with id and code alone, once they are known to be no other', async () => {
    const calls = answerWith(() => problem('CODE_INVALID', 410));
    const { address } = await renderPart(<CertificatePickupPage />, { ...BARE, elsewhere });
    await field.fill(`${USER}/${CODE}`);
    await goOn.click();
    await expect.element(invited).toBeVisible();
    expect(address()).toBe(INVITATION);
    expect(calls.map(({ path, body }) => [path.split('/').at(-1), body])).toEqual([
      ['check', { user_id: USER, code: CODE }],
    ]);
  });

  test('stays where the platform can’t say whose id and code they are, and keeps them', async () => {
    answerWith(() => problem('INTERNAL', 500));
    const { address } = await renderPart(
      <>
        <CertificatePickupPage />
        <NoticeArea />
      </>,
      { ...BARE, elsewhere },
    );
    await field.fill(`${USER}/${CODE}`);
    await goOn.click();
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.element(field).toHaveValue(`${USER}/${CODE}`);
    expect(address()).toBe(BARE.at);
  });
});
