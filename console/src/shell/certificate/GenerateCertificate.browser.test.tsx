/** The whole way in a browser, with OpenSSL as the authority and as the reader of the file. */
import { beforeEach, expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import { Failure } from '../../api/failure.ts';
import { paths } from '../../paths.ts';
import type { Issued } from '../../pkcs/hand-over.ts';
import { beginSession } from '../../session/start.ts';
import { endSession } from '../../session/state.ts';
import { downloads } from '../../testing/downloads.ts';
import type { Judged } from '../../testing/openssl.ts';
import { tokensOf } from '../../testing/tokens.ts';
import { renderPart } from '../../testing/render.tsx';
import { GenerateCertificate, type GenerateProps } from './GenerateCertificate.tsx';

const words = (line: string): string[] => line.split(' ');
const base64 = (octets: Uint8Array): string => btoa(Array.from(octets, (octet) => String.fromCharCode(octet)).join(''));

/** What the browser was handed for download. */
const files = downloads();

let requests: string[] = [];
beforeEach(() => {
  requests = [];
});

/** OpenSSL certifies the request, as an authority of its own. */
async function issue(csr: string): Promise<Issued> {
  requests.push(csr);
  const made: Judged = await commands.openssl({ request: btoa(csr) }, [
    words('req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key -out out -subj /CN=Authority'),
    words('x509 -req -in request -CA out -CAkey key -CAcreateserial'),
  ]);
  const [certificate = ''] = /-----BEGIN[^]*-----END CERTIFICATE-----\n/.exec(made.says[1] ?? '') ?? [];
  return { certificate, chain: [made.out] };
}

async function show(props: Partial<GenerateProps> = {}) {
  document.body.replaceChildren();
  return renderPart(
    <GenerateCertificate commonName="Cleo, O’Hara" keyTypes={['ec_p256', 'ec_p384']} submit={issue} {...props} />,
    { elsewhere: { [paths.profile()]: { part: <p>Elsewhere</p>, arrives: Promise.resolve() } } },
  );
}

const passphrase = page.getByLabelText('Passphrase', { exact: true });
const repeated = page.getByLabelText('Repeat passphrase');
const act = page.getByRole('button', { name: 'Generate certificate' });
const download = page.getByRole('button', { name: 'Download file' });

async function fill(text = 'abcde1', again = text): Promise<void> {
  await passphrase.fill(text);
  await repeated.fill(again);
}

test('the browser makes the key; the file that it hands over has it, with certificate and chain', async () => {
  await show();
  await fill('Pässwort1');
  await act.click();
  await download.click();
  expect(requests).toHaveLength(1);
  expect(files).toHaveLength(1);
  const file = new Uint8Array((await files[0]?.arrayBuffer()) ?? new ArrayBuffer());
  const { says, out }: Judged = await commands.openssl({ file: base64(file), request: btoa(requests[0] ?? '') }, [
    words('pkcs12 -in file -passin pass:Pässwort1 -nodes -out out'),
    words('pkey -in out -pubout'),
    words('req -in request -noout -pubkey'),
    words('pkcs12 -in file -passin pass:Pässwort1 -info -noout'),
  ]);
  expect(says[1]).toBe(says[2]);
  expect(out.match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
  expect(says[3]).toContain('AES-256-CBC');
});

test('the compatible form is made when it is chosen, and says why it is weaker', async () => {
  await show();
  await expect.element(page.getByText(/Triple-DES and SHA-1, which are weaker/)).toBeVisible();
  await page.getByRole('radio', { name: 'Compatible with older systems' }).click();
  await fill();
  await act.click();
  await download.click();
  const file = new Uint8Array((await files[0]?.arrayBuffer()) ?? new ArrayBuffer());
  const { says }: Judged = await commands.openssl({ file: base64(file) }, [
    words('pkcs12 -in file -passin pass:abcde1 -info -noout -legacy'),
  ]);
  expect(says[0]).toContain('pbeWithSHA1And3-KeyTripleDES-CBC');
});

test('what fails loses nothing: the same key asks again, and another type of key is a new one', async () => {
  let fails = true;
  const submit = (csr: string) => {
    if (!fails) return issue(csr);
    requests.push(csr);
    return Promise.reject(new Failure('OVERLOADED', 'Busy.', { httpStatus: 503 }));
  };
  await show({ submit });
  await fill();
  await act.click();
  await expect.element(page.getByText(/Nothing is lost/)).toBeVisible();
  await expect.element(passphrase).toHaveValue('abcde1');
  await act.click();
  await expect.poll(() => requests.length).toBe(2);
  expect(requests[1]).toBe(requests[0]);
  fails = false;
  await page.getByLabelText('Type of key').selectOptions('ec_p384');
  await act.click();
  await expect.element(download).toBeVisible();
  expect(requests).toHaveLength(3);
  expect(requests[2]).not.toBe(requests[0]);
});

test('what is left to confirm comes after the file is made, and is tried again with the same key', async () => {
  const order: string[] = [];
  let fails = true;
  await show({
    submit: async (csr) => {
      order.push('certificate');
      return issue(csr);
    },
    confirm: async () => {
      order.push('confirm');
      if (fails) throw new Failure('OVERLOADED', 'Busy.', { httpStatus: 503 });
    },
    about: ({ chain }) => <p>{`Issued with ${chain.length} above it`}</p>,
  });
  await fill();
  await act.click();
  await expect.element(page.getByText(/Nothing is lost/)).toBeVisible();
  await expect.element(download).not.toBeInTheDocument();
  fails = false;
  await act.click();
  await expect.element(page.getByText('Issued with 1 above it')).toBeVisible();
  await expect.element(download).toBeVisible();
  expect(order).toEqual(['certificate', 'confirm', 'confirm']);
});

test.each(['REPLACED', 'NOT_GENERATED', 'KEY_KNOWN'])('after %s the next try makes another key', async (status) => {
  let fails = true;
  const refuse = () => {
    if (fails) throw new Failure(status, '', { httpStatus: 409 });
  };
  await show({
    submit: async (csr) => {
      const issued = await issue(csr);
      if (status === 'KEY_KNOWN') refuse();
      return issued;
    },
    confirm: async () => refuse(),
  });
  await fill();
  await act.click();
  await expect.poll(() => requests.length).toBe(1);
  await expect.element(act).not.toHaveAttribute('aria-busy');
  await expect.element(page.getByText(/Nothing is lost/)).not.toBeInTheDocument();
  fails = false;
  await act.click();
  await expect.element(download).toBeVisible();
  expect(requests).toHaveLength(2);
  expect(requests[1]).not.toBe(requests[0]);
});

test('[S-188] a passphrase is six characters with a digit, twice the same; until then no key is made', async () => {
  await show();
  await fill('abcdef', 'abcdeg');
  await act.click();
  await expect.element(page.getByText('Use at least 6 characters, one of them a digit.').first()).toBeVisible();
  await expect.element(page.getByText('The two passphrases differ.').first()).toBeVisible();
  expect(requests).toEqual([]);
});

test('a certificate for another key is not handed over', async () => {
  let other: Issued | null = null;
  await show({ submit: async (csr) => other ?? issue(csr) });
  await fill();
  await act.click();
  await expect.element(download).toBeVisible();
  other = await issue(requests[0] ?? '');
  await show({ submit: async () => other ?? issue('') });
  await fill();
  await act.click();
  await expect.element(page.getByText(/Nothing is lost/)).toBeVisible();
  await expect.element(download).not.toBeInTheDocument();
});

test('who leaves before the download is asked, and after it is not; it can be downloaded again', async () => {
  const { go, address } = await show({ next: <p>Back to Cleo</p> });
  const question = page.getByRole('dialog', { name: 'Leave without the file?' });
  await fill();
  await act.click();
  await expect.element(page.getByText(/the key is nowhere else/)).toBeVisible();
  await expect.element(page.getByText('Back to Cleo')).not.toBeInTheDocument();
  go(paths.profile());
  await expect.element(question).toBeVisible();
  await question.getByRole('button', { name: 'Stay on page' }).click();
  await download.click();
  await expect.element(page.getByText('Back to Cleo')).toBeVisible();
  await page.getByRole('button', { name: 'Download again' }).click();
  expect(files).toHaveLength(2);
  expect(files[1]).toBe(files[0]);
  go(paths.profile());
  await expect.poll(address).toBe(paths.profile());
  await expect.element(question).not.toBeInTheDocument();
});

test('once the session has ended nobody is asked: the page is not theirs any more', async () => {
  beginSession(tokensOf('ada'));
  const { go, address } = await show();
  await fill();
  await act.click();
  await expect.element(download).toBeVisible();
  endSession('expired');
  go(paths.profile());
  await expect.poll(address).toBe(paths.profile());
});

test('what is being done is said, and the button waits', async () => {
  await show({ submit: () => new Promise(() => {}) });
  await fill();
  await act.click();
  await expect.element(page.getByText('The certificate is being issued.')).toBeVisible();
  await expect.element(act).toHaveAttribute('aria-busy', 'true');
});

test('[S-208] RSA 2048 is offered first where the page names no types', async () => {
  document.body.replaceChildren();
  await renderPart(<GenerateCertificate commonName="Cleo" submit={issue} />);
  await expect.element(page.getByLabelText('Type of key')).toHaveValue('rsa_2048');
});

test('where the browser has no cryptography, since the page came by http, it says so', async () => {
  const own = Object.getOwnPropertyDescriptor(Crypto.prototype, 'subtle');
  Object.defineProperty(crypto, 'subtle', { configurable: true, value: undefined });
  try {
    await show();
    await expect.element(page.getByText(/only on a page that was opened by https/)).toBeVisible();
    await expect.element(act).not.toBeInTheDocument();
  } finally {
    Reflect.deleteProperty(crypto, 'subtle');
    expect(own).toBeDefined();
  }
});
