import { describe, expect, test } from 'vitest';
import { entityDescriptor, signingCertificate } from '../../testing/saml-metadata.ts';
import { readMetadata } from './metadata.ts';
import { textOf } from './xml.ts';

const signing = signingCertificate();
const good = entityDescriptor({ certificates: [signing] });
const fault = (text: string) => {
  const read = readMetadata(text);
  return 'fault' in read ? read.fault : null;
};
const ROOT = '<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">';

describe('metadata of an identity provider', () => {
  test('[A-157 A-158] says who it is, where people are sent, and by which certificates it signs', () => {
    const read = readMetadata(good);
    expect(read).toMatchObject({
      entityId: 'https://idp.nordmark.example/saml',
      signOnAddress: 'https://idp.nordmark.example/sso',
    });
    expect('certificates' in read && read.certificates.map((der) => Buffer.from(der).toString('hex'))).toEqual([
      Buffer.from(signing.der).toString('hex'),
    ]);
  });

  test('is found within the metadata of a federation that has one provider', () => {
    const service = entityDescriptor({ role: 'SPSSODescriptor', entityId: 'https://service.example' });
    expect(fault(`${ROOT}${service}${good}</md:EntitiesDescriptor>`)).toBeNull();
  });

  test('may have characters by their numbers', () => {
    const read = readMetadata(entityDescriptor({ entityId: 'https://idp.example/&#228;&#x1F511;' }));
    expect(read).toMatchObject({ entityId: 'https://idp.example/ä🔑' });
  });

  test('[A-158] a certificate for encryption alone is none by which it signs', () => {
    const read = readMetadata(good.replace('use="signing"', 'use="encryption"'));
    expect('certificates' in read && read.certificates).toEqual([]);
  });

  test.each([
    ['of a service provider', entityDescriptor({ role: 'SPSSODescriptor' }), 'METADATA_NO_PROVIDER'],
    ['of another protocol', good.replace('SAML:2.0:protocol', 'SAML:1.1:protocol'), 'METADATA_NO_PROVIDER'],
    ['of nobody', entityDescriptor({ entityId: '' }), 'METADATA_NO_PROVIDER'],
    ['of two providers', `${ROOT}${good}${good}</md:EntitiesDescriptor>`, 'METADATA_SEVERAL_PROVIDERS'],
    ['without an address', good.replace(/<md:SingleSignOnService.*\/>/, ''), 'METADATA_NO_ADDRESS'],
    ['with a script as address', entityDescriptor({ signOnAddress: 'javascript:alert(1)' }), 'METADATA_NO_ADDRESS'],
    ['with data as address', entityDescriptor({ signOnAddress: 'data:text/html,x' }), 'METADATA_NO_ADDRESS'],
    ['with brackets around no address', entityDescriptor({ signOnAddress: 'https://[::1::]/' }), 'METADATA_NO_ADDRESS'],
    [
      'with blanks in its address',
      entityDescriptor({ signOnAddress: 'https://idp.example/a b' }),
      'METADATA_NO_ADDRESS',
    ],
    ['with a password in it', entityDescriptor({ signOnAddress: 'https://u:p@idp.example' }), 'METADATA_NO_ADDRESS'],
    ['with an address for programs alone', entityDescriptor({ binding: 'SOAP' }), 'METADATA_NO_ADDRESS'],
    ['broken off', good.slice(0, -20), 'INVALID_XML'],
    ['of two roots', `${good}${good}`, 'INVALID_XML'],
    ['empty', '', 'INVALID_XML'],
    ['with a NUL by its number', entityDescriptor({ entityId: 'https://idp.example/&#0;' }), 'INVALID_XML'],
    ['with half a character by its number', entityDescriptor({ entityId: '&#xdfff;' }), 'INVALID_XML'],
    ['with a character beyond all', entityDescriptor({ entityId: '&#99999999999;' }), 'INVALID_XML'],
    ['no XML', 'hello', 'INVALID_XML'],
    ['with a document type', `<!DOCTYPE md:EntityDescriptor>${good}`, 'INVALID_XML'],
    [
      'with an entity',
      `<!DOCTYPE x [<!ENTITY who SYSTEM "file:///etc/passwd">]>${good.replace('/sso', '/&who;')}`,
      'INVALID_XML',
    ],
    ['that says it is UTF-16', `<?xml version="1.0" encoding="UTF-16"?>${good}`, 'INVALID_XML'],
    ['of UTF-16 read as UTF-8', Buffer.from(good, 'utf16le').toString('utf8'), 'INVALID_XML'],
    ['too deep', `${'<a>'.repeat(5_000)}${'</a>'.repeat(5_000)}`, 'INVALID_XML'],
    ['too large', good.replace('</md:', `${' '.repeat(500_000)}</md:`), 'INVALID_XML'],
  ])('%s is refused', (_what, text, expected) => {
    expect(fault(text)).toBe(expected);
  });

  test.each([
    'https://[2001:db8::7]/sso',
    'https://idp_2.nordmark.example/sso',
    'https://idp.nordmark.example:8443/sso?a=b',
  ])('people are sent to %s', (signOnAddress) => {
    expect(readMetadata(entityDescriptor({ signOnAddress }))).toMatchObject({ signOnAddress });
  });

  const slo = (binding: string, at: string) =>
    `<md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="https://idp/${at}"/>`;
  const sso = (binding: string, at: string) => slo(binding, at).replace('SingleLogoutService', 'SingleSignOnService');
  const offering = (...services: string[]) =>
    readMetadata(good.replace(/<md:SingleSignOnService[^>]*\/>/, services.join('')));

  test('people are sent by an address where the provider takes that, else by a form', () => {
    const both = [sso('HTTP-POST', 'post'), sso('HTTP-Redirect', 'get'), slo('HTTP-POST', 'p'), slo('SOAP', 's')];
    expect(offering(...both)).toMatchObject({
      signOnAddress: 'https://idp/get',
      signOnBinding: 'redirect',
      logout: { address: 'https://idp/p', answerAddress: 'https://idp/p', binding: 'post' },
    });
    const posts = [sso('SOAP', 's'), sso('HTTP-POST', 'post').replace('https:', 'javascript:'), sso('HTTP-POST', 'p')];
    expect(offering(...posts, slo('HTTP-POST', 'p'), slo('HTTP-Redirect', 'get'))).toMatchObject({
      signOnAddress: 'https://idp/p',
      signOnBinding: 'post',
      logout: { address: 'https://idp/get', binding: 'redirect' },
    });
  });

  test('octets of UTF-16 are no text', () => {
    expect(textOf(Buffer.from(`\uFEFF${good}`, 'utf16le'))).toBeNull();
    expect(textOf(Buffer.from(good))).toBe(good);
  });
});
