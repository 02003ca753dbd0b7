import { describe, expect, it } from 'vitest';
import { customLogin, safeLink, safeLogo } from './custom-login.ts';

describe('a link of the sign-in page', () => {
  it.each([
    'https://umbra-trust.example/terms?x=1#y',
    'http://localhost:8080/a',
    '/account/legal/terms',
    'HTTPS://umbra-trust.example',
  ])('may be %s', (link) => expect(safeLink(link)).toBe(link));
  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\nscript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    'https://',
    'https:evil',
    'ftp://x.example',
    'terms.html',
    '',
    7,
    null,
    {},
    `https://x.example/${'a'.repeat(2048)}`,
  ])('may not be %j', (link) => expect(safeLink(link)).toBeNull());
});

describe('a logo', () => {
  it.each(['https://umbra-trust.example/logo.svg', '/account/mark.svg'])('may come from %s', (logo) =>
    expect(safeLogo(logo)).toBe(logo),
  );
  it.each(['http://umbra-trust.example/logo.svg', 'HTTP://umbra-trust.example/logo.svg', '//evil.example', 7])(
    'may not come from %j: the built-in one stands in',
    (logo) => {
      expect(safeLogo(logo)).toBeNull();
      expect(customLogin({ logo }, 2031).logo).toBe('');
    },
  );
});

describe('the sign-in page', () => {
  it.each([null, 'text', 7, [], {}, { urls: null, notice: 'x', logo: {}, copyright: 3 }])(
    '[S-022] has a default for all that %j does not say',
    (stored) => {
      const page = customLogin(stored, 2031);
      expect(page).toMatchObject({ logo: '', copyright: '© 2031 Signet', notice: null, products: {} });
      expect(Object.keys(page.urls)).toEqual([
        'termsOfUse',
        'privacyPolicy',
        'legalRepository',
        'webtrustAudit',
        'support',
        'contactUs',
      ]);
      for (const link of Object.values(page.urls)) expect(safeLink(link)).toBe(link);
    },
  );

  it('[S-021] takes what is safe and drops the rest, each for itself', () => {
    const page = customLogin(
      {
        logo: 'javascript:alert(1)',
        copyright: ' © Umbra ',
        urls: {
          support: 'https://help.umbra-trust.example',
          contactUs: 'javascript:alert(1)',
          evil: 'https://x.example',
        },
        notice: { title: 'Maintenance', text: 'Sunday.' },
        products: { ca_manager: '/certificate-authority', device_manager: 'javascript:alert(1)', other: '/x' },
      },
      2031,
    );
    expect(page.products).toEqual({ ca_manager: '/certificate-authority' });
    expect(page).toMatchObject({ logo: '', copyright: '© Umbra', notice: { title: 'Maintenance', text: 'Sunday.' } });
    expect(page.urls).toMatchObject({
      support: 'https://help.umbra-trust.example',
      contactUs: '/account/legal/contact',
    });
    expect(page.urls).not.toHaveProperty('evil');
  });
});
