/** Invitations whose key the assistant keeps, where there is none; with one see enrollment-assistant.e2e.ts. */
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AssistantProblem } from '../../assistant/session.ts';
import { answerWith } from '../../testing/answers.ts';
import { renderPart } from '../../testing/render.tsx';
import EnrollmentPage from './EnrollmentPage.tsx';
import { InstallFailure } from './InstallFailure.tsx';
import { CODE, ID, invitation } from './testing.ts';

const AT = {
  at: `/account/enrollment/${ID}/${CODE}`,
  pages: ['account/enrollment/$enrollmentId/$enrollmentCode'],
};
beforeEach(() => sessionStorage.clear());

test('[S-098 S-162 S-167] without an assistant it offers one to install, half a second after the answer', async () => {
  let answeredAt = Infinity;
  let askedAt = -Infinity;
  answerWith(({ path }) => {
    if (path.endsWith('/trust-assistant'))
      return { enabled: true, linux: true, port: 8900, download_url: '/account/client-tools' };
    if (path.endsWith('/hello')) {
      if (askedAt < 0) askedAt = performance.now();
      throw new TypeError('Failed to fetch');
    }
    if (!path.includes('/enrollment/')) return undefined;
    answeredAt = performance.now();
    return invitation({ keystore_location: 'software' });
  });
  await renderPart(<EnrollmentPage />, AT);
  const next = page.getByRole('button', { name: 'Continue' });
  await next.click();
  await expect.element(page.getByRole('heading', { name: 'Trust Assistant is not running' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Download Trust Assistant' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Create certificate' })).not.toBeInTheDocument();
  expect(askedAt - answeredAt).toBeGreaterThanOrEqual(500);
});

const halt = {
  stage: 'install' as const,
  cause: new AssistantProblem('CERTIFICATE_WITHOUT_KEY', 'No key.'),
  serial: '5e0b91c4',
};
const failure = (method: 'DTA' | 'DDC') => (
  <InstallFailure stopped={halt} enrollment={invitation({ enrollment_method: method })} keystore="YubiKey 5" />
);
const serialNumber = page.getByText(/There is no certificate with the serial number 5e0b91c4 in YubiKey 5\./);

test('[S-105 S-108 S-402] a failure says why; what else it says is chosen by the flag alone', async () => {
  await renderPart(failure('DTA'));
  const banner = page.getByRole('alert');
  await expect.element(banner.getByText('Certificate installation failed')).toBeVisible();
  await expect.element(banner.getByText(/The token has no key for this certificate\./)).toBeVisible();
  await expect.element(serialNumber).not.toBeInTheDocument();
  document.body.replaceChildren();
  await renderPart(failure('DDC'));
  await expect.element(banner.getByText('Certificate installation failed')).toBeVisible();
  await expect.element(banner.getByText(/The token has no key for this certificate\./)).toBeVisible();
  await expect.element(serialNumber).toBeVisible();
});
