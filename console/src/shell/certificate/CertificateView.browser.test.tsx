import { CERTIFICATE_STATUSES } from '@signet/contract/certificate-status';
import type { ParsedCertificate } from '@signet/contract/parsed-certificate';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { certificateName, clientCertificate, clientChain } from '../../testing/certificates.ts';
import { renderPart } from '../../testing/render.tsx';
import { CertificateBadge } from './CertificateBadge.tsx';
import { CertificateView } from './CertificateView.tsx';

const NOW = new Date('2026-11-21T12:00:00Z');

/** Shows it as it is on 21 November 2026. */
async function show(values: Partial<ParsedCertificate> = {}, chain: readonly ParsedCertificate[] = []): Promise<void> {
  document.body.replaceChildren();
  await renderPart(<CertificateView certificate={clientCertificate(values)} chain={chain} now={NOW} />);
}
const text = (): string => document.body.innerText;
/** What stands beside a label. */
const value = (label: string, at = 0): string =>
  [...document.querySelectorAll('dt')].filter((term) => term.innerText.startsWith(label))[at]?.nextElementSibling
    ?.textContent ?? '';

test('[S-125] shows subject and issuer with each component, both dates and the version', async () => {
  await show();
  await expect.element(page.getByRole('heading', { name: 'Subject' })).toBeVisible();
  expect(value('Common name', 0)).toBe('Maren Nordhoff');
  expect(value('Common name', 1)).toBe('Nordmark Issuing CA 2');
  expect(value('Organizational unit', 0)).toBe('Treasury');
  expect(value('Organizational unit', 1)).toBe('None');
  expect(value('Organization', 1)).toBe('Nordmark Landesbank');
  expect(value('City', 1)).toBe('Ostermoor');
  expect(value('State')).toBe('None');
  expect(value('Country')).toBe('Germany (DE)');
  expect(value('Email')).toBe('maren.nordhoff@nordmark.example');
  expect(text()).toContain('CN=Nordmark Issuing CA 2,O=Umbra Trust Services,L=Ostermoor,C=DE');
  expect(value('From')).toBe('2026-03-14 11:08');
  expect(value('Until')).toBe('2027-03-14 11:08');
  expect(value('Version')).toBe('3');
});

test.each([
  [{ isValid: true }, 'Ends in 3 months'],
  [{ isValid: true, validTo: '2026-12-20 12:00:00' }, 'Ends in 29 days'],
  [{ isValid: true, validTo: '2026-11-21 20:30:00' }, 'Ends in 8 hours'],
  [{ isValid: false, validTo: '2026-11-01 12:00:00' }, 'Ended 20 days ago'],
  [{ isValid: false, validFrom: '2026-11-24 12:00:00' }, 'Begins in 3 days'],
])('[S-126] %o: %s', async (values, words) => {
  await show(values);
  await expect.element(page.getByText(words)).toBeVisible();
});

test('what ends soon has a badge, unless nobody would miss it', async () => {
  const soon = clientCertificate({ isValid: true, validTo: '2026-12-20 12:00:00' });
  const isMarked = () => page.getByText('Ends in 29 days').element().querySelector('svg') !== null;
  await renderPart(<CertificateView certificate={soon} now={NOW} />);
  await expect.poll(isMarked).toBe(true);
  document.body.replaceChildren();
  await renderPart(<CertificateView certificate={soon} now={NOW} live={false} />);
  await expect.poll(isMarked).toBe(false);
});

test('says in words what it is for, and what is missing', async () => {
  await show();
  expect(value('Purposes')).toBe('May sign in to servers as a client');
  expect(value('Use of the key')).toBe('Make signatures, as for signing in');
  expect(value('Authority')).toBe('Not a certificate authority: it signs no other certificates');
  expect(value('Other names')).toBe('Email maren.nordhoff@nordmark.example');
  expect(value('Revocation lists')).toBe('http://pki.umbra-trust.example/n2.crl');
  expect(value('Key')).toBe('RSA, 2048 bits');
  expect(value('Signature algorithm')).toBe('RSA with SHA-256');
  await show({
    purposes: null,
    keyUsage: null,
    authority: { pathLength: 1 },
    alternativeNames: [],
    crlAddresses: [],
    signatureAlgorithm: null,
    key: { algorithm: 'ec', size: 256, fault: null, sha256: '00' },
  });
  expect(value('Purposes')).toBe('For any purpose');
  expect(value('Use of the key')).toBe('The key may be used in any way');
  expect(value('Authority')).toBe('A certificate authority, with 1 further authority below it');
  expect(value('Other names')).toBe('None');
  expect(value('Key')).toBe('Elliptic curve, 256 bits');
  expect(value('Signature algorithm')).toBe('An algorithm that is not accepted here');
  await show({ purposes: ['client_auth', '1.2.3.4'] });
  expect(value('Purposes')).toBe('May sign in to servers as a client1.2.3.4');
});

test('characters that nobody sees are shown and warned of, and turn no other text around', async () => {
  await show({
    subject: certificateName({ commonName: 'Cleo \u202Egpj.exe\u0000', isSuspect: true }),
    alternativeNames: [{ kind: 'host', value: 'bank\u200b.example' }],
  });
  await expect.element(page.getByText(/has characters that can’t be seen/)).toBeVisible();
  expect(value('Common name')).toBe('Cleo U+202Egpj.exeU+0000');
  expect(value('Other names')).toBe('Host bankU+200B.example');
  await show();
  expect(text()).not.toContain('can’t be seen');
});

test('warns of a key that can be broken, and of critical extensions that nobody knows', async () => {
  await show({
    key: { algorithm: 'rsa', size: 1024, fault: 'size', sha256: '00' },
    unknownCritical: ['1.2.3.4', '1.2.3.5'],
  });
  await expect.element(page.getByText(/Its key is not one that is accepted here/)).toBeVisible();
  await expect.element(page.getByText(/Critical extensions are not known here: 1.2.3.4, 1.2.3.5/)).toBeVisible();
});

test('the chain stands from the root down to the certificate itself; a missing issuer is named', async () => {
  await show({}, clientChain());
  const names = () => [...document.querySelectorAll('ol li b')].map((name) => name.textContent);
  expect(names()).toEqual(['Signet Root CA 1', 'Nordmark Issuing CA 2', 'Maren Nordhoff']);
  await expect.element(page.getByText('Root · RSA, 4096 bits')).toBeVisible();
  await expect.element(page.getByText('Issuing authority · RSA, 3072 bits')).toBeVisible();
  await show({}, clientChain().slice(0, 1));
  expect(names()).toEqual(['Nordmark Issuing CA 2', 'Maren Nordhoff']);
  await expect.element(page.getByText('Its certificate is not here')).toBeVisible();
});

test('a fingerprint is shown in groups and copied whole', async () => {
  let copied = '';
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: (written: string) => Promise.resolve((copied = written)) },
  });
  await show();
  expect(text()).toContain('9C 41 E0 7B');
  await page.getByRole('button', { name: 'Copy SHA-256', exact: true }).click();
  expect(copied).toBe('9c41e07b5a12f388'.repeat(4));
});

test('[S-123] each status has a colour, a shape and a word of its own', async () => {
  await renderPart(CERTIFICATE_STATUSES.map((status) => <CertificateBadge key={status} status={status} />));
  const looks = ['Issued', 'Revoked', 'Expired', 'On hold', 'Disabled'].map((word) => {
    const badge = page.getByText(word, { exact: true }).element();
    return { colour: getComputedStyle(badge).backgroundColor, shape: badge.querySelector('svg')?.innerHTML };
  });
  expect(new Set(looks.map(({ shape }) => shape)).size).toBe(5);
  expect(new Set(looks.map(({ colour }) => colour)).size).toBe(5);
  const variables = getComputedStyle(document.documentElement);
  const tints = ['--sg-success-tint', '--sg-danger-tint', '--sg-warning-tint'].map((name) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.background = variables.getPropertyValue(name);
    return getComputedStyle(probe).backgroundColor;
  });
  expect(looks.slice(0, 3).map(({ colour }) => colour)).toEqual(tints);
});
