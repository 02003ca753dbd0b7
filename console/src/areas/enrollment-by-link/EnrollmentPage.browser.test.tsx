/** Invitations whose key the browser makes, with OpenSSL as the authority; and links that open nothing. */
import { expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { fileOf } from '../../pkcs/hand-over.ts';
import { makeKeyAndRequest } from '../../pkcs/request.ts';
import type { Judged } from '../../testing/openssl.ts';
import { answerWith, problem, type Asked } from '../../testing/answers.ts';
import { downloads } from '../../testing/downloads.ts';
import { renderPart } from '../../testing/render.tsx';
import EnrollmentPage from './EnrollmentPage.tsx';
import { CODE, ID, invitation } from './testing.ts';

const PATTERN = 'account/enrollment/$enrollmentId/$enrollmentCode';
const AT = { at: `/account/enrollment/${ID}/${CODE}`, pages: [PATTERN] };
const words = (line: string): string[] => line.split(' ');

const files = downloads();

/** OpenSSL certifies the request, as an authority of its own. */
async function enrolled(csr: string) {
  const made: Judged = await commands.openssl({ request: btoa(csr) }, [
    words('req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key -out out -subj /CN=Authority'),
    words('x509 -req -in request -CA out -CAkey key -set_serial 0x5e0b91c4'),
  ]);
  const [certificate = ''] = /-----BEGIN[^]*-----END CERTIFICATE-----\n/.exec(made.says[1] ?? '') ?? [];
  return { x509_cert: certificate, chain: [made.out], serial: '5e0b91c4', end_date: '2027-11-22' };
}
const csrOf = ({ body }: Asked): string =>
  typeof body === 'object' && body !== null && 'csr' in body ? String(body.csr) : '';

/** What the platform answers to a page of this invitation. */
const platform = (values: Parameters<typeof invitation>[0] = {}, first: (asked: Asked) => unknown = () => undefined) =>
  answerWith(async (asked) => {
    const special = await first(asked);
    if (special !== undefined) return special;
    if (asked.path.endsWith('/client-auth-certificate')) return enrolled(csrOf(asked));
    if (asked.method === 'PUT') return null;
    if (asked.path.endsWith('/clientAuthLoginUrl')) return { url: 'https://certificates.signet.example/sign-in' };
    if (asked.path.endsWith('/nationalities')) return { items: [{ code: 'DE', name: 'Germany' }], total: 1 };
    return asked.path.endsWith(`/enrollment/${ID}/${CODE}`) ? invitation(values) : undefined;
  });

const next = page.getByRole('button', { name: 'Continue' });
const generate = page.getByRole('button', { name: 'Generate certificate' });
const download = page.getByRole('button', { name: 'Download file' });
async function passphrase(text = 'secret7'): Promise<void> {
  await page.getByLabelText('Passphrase', { exact: true }).fill(text);
  await page.getByLabelText('Repeat passphrase').fill(text);
}

test('[S-097 S-160 S-164 S-433] key, certificate, file, redeemed, handed over: in this order', async () => {
  const calls = platform();
  await renderPart(<EnrollmentPage />, AT);
  await expect.element(page.getByRole('heading', { name: 'Your certificate for Nordmark Landesbank' })).toBeVisible();
  // Reading is all that the page does by itself: scanners of mails open links as well.
  expect(calls.map(({ method, path, token }) => [method, path, token])).toEqual([
    ['GET', `/account/ui-api/v2/enrollment/${ID}/${CODE}`, null],
  ]);
  await next.click();
  await passphrase('Pässwort1');
  await generate.click();
  await expect.element(page.getByRole('heading', { name: 'Your certificate is ready' })).toBeVisible();
  const [post, put] = calls.filter(({ method }) => method !== 'GET');
  expect(put).toMatchObject({ method: 'PUT', body: { serial: '5e0b91c4' }, token: null });
  expect(post?.body).toMatchObject({
    enrollment_code: CODE,
    enrollment_method: 'DTA',
    keystore_type: 'browser',
    end_date: '2027-11-22',
    common_name: 'Maren Nordhoff',
  });
  const csr = post ? csrOf(post) : '';
  const [, ...lines] = csr.trim().split('\n').slice(0, -1);
  expect(lines.slice(0, -1).every((line) => line.length === 64)).toBe(true);
  expect(JSON.stringify(calls)).not.toContain('PRIVATE KEY');
  await download.click();
  const octets = new Uint8Array((await files[0]?.arrayBuffer()) ?? new ArrayBuffer());
  const file = btoa(Array.from(octets, (octet) => String.fromCharCode(octet)).join(''));
  const judged: Judged = await commands.openssl({ file, request: btoa(csr) }, [
    words('pkcs12 -in file -passin pass:Pässwort1 -nodes -out out'),
    words('pkey -in out -pubout'),
    words('req -in request -noout -pubkey'),
  ]);
  expect(judged.says[1]).toBe(judged.says[2]);
});

test('[S-101 S-107] the certificate is shown as it was issued, and leads to the sign-in with it', async () => {
  platform();
  await renderPart(<EnrollmentPage />, AT);
  await next.click();
  await passphrase();
  await generate.click();
  await expect.element(page.getByText('5e0b91c4', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Your certificate', exact: true })).toBeVisible();
  await expect.element(page.getByText('Authority', { exact: true })).toBeVisible();
  await download.click();
  const signIn = page.getByRole('link', { name: 'Sign in with a certificate' });
  await expect.element(signIn).toHaveAttribute('href', 'https://certificates.signet.example/sign-in');
});

test('[S-163] a page that was left open past its day gets the last one that there is by then', async () => {
  const end_date = { status: 'END_NOT_ALLOWED', message: '', params: { date: '2026-11-24' } };
  const error = { status: 'END_NOT_ALLOWED', message: '', fields: { end_date } };
  const calls = platform({ end_date: '2026-11-22' }, ({ path, body }) =>
    path.endsWith('/client-auth-certificate') && JSON.stringify(body).includes('2026-11-22')
      ? Response.json({ error }, { status: 400 })
      : undefined,
  );
  await renderPart(<EnrollmentPage />, AT);
  await next.click();
  await passphrase();
  await generate.click();
  await expect.element(download).toBeVisible();
  const sent = calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(sent).toMatchObject([{ end_date: '2026-11-22' }, { end_date: '2026-11-24' }]);
});

test.each([
  ['a name', 'common_name', 'NOT_ASKED', { common_name: 'Maren Nordhof' }, {}],
  ['a field that it does not ask for', 'locality', 'REQUIRED', {}, { asked: ['locality' as const] }],
])('an invitation of which %s was corrected meanwhile is shown anew', async (_what, field, status, before, after) => {
  let isCorrected = false;
  const calls = platform({}, ({ method, path, body }) => {
    if (method === 'GET' && path.endsWith(`/enrollment/${ID}/${CODE}`)) return invitation(isCorrected ? after : before);
    if (!path.endsWith('/client-auth-certificate') || isCorrected) return undefined;
    isCorrected = true;
    const error = { status, message: '', fields: { [field]: { status, message: '' } } };
    return body && Response.json({ error }, { status: 400 });
  });
  await renderPart(<EnrollmentPage />, AT);
  await next.click();
  await passphrase();
  await generate.click();
  await expect.element(page.getByText(/^This invitation was corrected while the page was open/)).toBeVisible();
  await expect.element(page.getByText('Maren Nordhoff', { exact: true }).first()).toBeVisible();
  if (field === 'locality') await page.getByRole('textbox', { name: 'City' }).fill('Kiel');
  await next.click();
  await passphrase();
  await generate.click();
  await expect.element(download).toBeVisible();
  const sent = calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(sent).toMatchObject([
    before,
    { common_name: 'Maren Nordhoff', ...(field === 'locality' && { locality: 'Kiel' }) },
  ]);
});

test('a name that is longer than a certificate is called makes one all the same', async () => {
  const calls = platform({ first_name: 'Maren'.repeat(12), last_name: 'Nordhoff'.repeat(8) });
  await renderPart(<EnrollmentPage />, AT);
  await next.click();
  await passphrase();
  await generate.click();
  await expect.element(download).toBeVisible();
  const called = `${'Maren'.repeat(12)} ${'Nordhoff'.repeat(8)}`.slice(0, 100);
  expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ name: called });
});

const OLD = { fingerprint: 'ab'.repeat(32), serial: '0a', valid_to: '2126-12-06 10:00:00' };

test.each([
  ['of a renewal', OLD, 'New certificate valid until'],
  ['of an invitation', null, 'Valid until'],
])(
  'the day on the first page %s is named so that nobody takes it for that of another one',
  async (_of, renews, name) => {
    platform({ renews });
    await renderPart(<EnrollmentPage />, AT);
    await expect.element(page.getByText('2027-11-22')).toBeVisible();
    expect(page.getByRole('term').elements().at(-1)?.textContent).toBe(name);
  },
);

/** The file of a certificate that OpenSSL has issued. */
async function oldFile(): Promise<File> {
  const { key, request } = await makeKeyAndRequest('ec_p256', 'Maren Nordhoff');
  const { x509_cert: certificate, chain } = await enrolled(request.pem);
  const issued = { certificate, chain };
  const file = await fileOf({ key, issued, name: 'Maren', passphrase: 'secret7', form: 'modern' });
  return new File([file ?? ''], 'old.p12');
}

test('[S-160] a renewal that a wrong file was opened for goes back to the file, and on with another one', async () => {
  const file = await oldFile();
  let isWrong = true;
  const wrong = { status: 'PROOF_NOT_ACCEPTED', message: '' };
  platform({ renews: OLD }, ({ path }) => {
    if (path.endsWith('/challenge')) return { challenge: 'asked', expires_at: '2126-12-06 10:00:00' };
    if (!path.endsWith('/client-auth-certificate') || !isWrong) return undefined;
    const error = { ...wrong, fields: { proof: wrong } };
    return Response.json({ error }, { status: 400 });
  });
  await renderPart(<EnrollmentPage />, AT);
  const open = async (): Promise<void> => {
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (!input) throw new Error('No field for a file.');
    await userEvent.upload(input, file);
    await page.getByLabelText('Passphrase of the file').fill('secret7');
    await next.click();
    await passphrase();
    await generate.click();
  };
  await next.click();
  await open();
  const field = page.getByRole('button', { name: /File of the present certificate/ });
  await expect.element(field).toHaveAccessibleDescription(/did not prove itself/);
  isWrong = false;
  await open();
  await expect.element(download).toBeVisible();
});

test('[S-102 S-194 S-195] what is asked for is needed, and what is given stands there', async () => {
  const calls = platform({ asked: ['organization_units', 'country', 'email'], organization_units: 'Treasury' });
  await renderPart(<EnrollmentPage />, AT);
  const unit = page.getByLabelText('Organizational unit');
  await expect.element(unit).toHaveValue('Treasury');
  await unit.fill('');
  await page.getByLabelText('Your email address').fill('nobody');
  await next.click();
  await expect.element(unit).toHaveAttribute('aria-invalid', 'true');
  await expect.element(page.getByLabelText('Your email address')).toHaveAttribute('aria-invalid', 'true');
  await expect.element(page.getByLabelText('Country')).toHaveAttribute('aria-invalid', 'true');
  await expect.element(generate).not.toBeInTheDocument();
  await unit.fill('Cash');
  await page.getByLabelText('Your email address').fill('maren@home.example');
  await page.getByLabelText('Country').selectOptions('DE');
  await next.click();
  await passphrase();
  await generate.click();
  await expect.element(download).toBeVisible();
  expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
    organization_units: 'Cash',
    email: 'maren@home.example',
    country: 'DE',
  });
});

test('[S-161] where no certificate is made nothing is redeemed, and the same key asks again', async () => {
  let fails = true;
  const calls = platform({}, ({ method }) =>
    method === 'POST' && fails ? problem('CERTIFICATE_AUTHORITY_UNAVAILABLE', 503) : undefined,
  );
  await renderPart(<EnrollmentPage />, AT);
  await next.click();
  await passphrase();
  await generate.click();
  await expect.element(page.getByText(/Nothing is lost/)).toBeVisible();
  expect(calls.some(({ method }) => method === 'PUT')).toBe(false);
  fails = false;
  await generate.click();
  await expect.element(download).toBeVisible();
  const [first, second] = calls.filter(({ method }) => method === 'POST').map(csrOf);
  expect(second).toBe(first);
});

test('a page that is loaded again has what was typed', async () => {
  platform({ asked: ['organization_units'] });
  await renderPart(<EnrollmentPage />, AT);
  await page.getByLabelText('Organizational unit').fill('Cash');
  await next.click();
  await expect.element(generate).toBeVisible();
  document.body.replaceChildren();
  await renderPart(<EnrollmentPage />, AT);
  await expect.element(page.getByLabelText('Organizational unit')).toHaveValue('Cash');
});

test.each([
  [problem('EXPIRED', 410), '/account/clientAuthLoginVerificationError/expired#enrollment'],
  [problem('NOT_FOUND', 404), '/account/clientAuthLoginVerificationError/not_found#enrollment'],
  [new Response(null, { status: 500 }), '/account/clientAuthLoginVerificationError/internal#enrollment'],
  [new Response(null, { status: 502 }), '/account/clientAuthLoginVerificationError/internal#enrollment'],
  [new Response(null, { status: 418 }), '/account/clientAuthLoginVerificationError#enrollment'],
])('[S-159 S-432] any answer but 200 leads to the page that says why', async (answer, to) => {
  answerWith(() => answer.clone());
  const { address } = await renderPart(<EnrollmentPage />, {
    ...AT,
    elsewhere: {
      'account/clientAuthLoginVerificationError': { part: <p>Refused</p>, arrives: Promise.resolve() },
      'account/clientAuthLoginVerificationError/$code': { part: <p>Refused</p>, arrives: Promise.resolve() },
    },
  });
  await expect.element(page.getByText('Refused')).toBeVisible();
  expect(address()).toBe(to);
});

test('where nobody answers the page says so, and tries the same link again', async () => {
  let isDown = true;
  platform({}, () => {
    if (isDown) throw new TypeError('Failed to fetch');
  });
  await renderPart(<EnrollmentPage />, AT);
  const again = page.getByRole('button', { name: 'Try again' });
  await expect.element(again).toBeVisible();
  isDown = false;
  await again.click();
  await expect.element(next).toBeVisible();
});
