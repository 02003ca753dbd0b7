/** The browser makes key, request and file; OpenSSL judges them. All kinds and what is wrong: pkcs.test.ts. */
import { expect, test } from 'vitest';
import { commands } from 'vitest/browser';
import type { Judged } from '../testing/openssl.ts';
import { certificatesIn } from './pem.ts';
import { makePkcs12 } from './pkcs12.ts';
import { makeKeyAndRequest } from './request.ts';

const base64 = (octets: Uint8Array): string => btoa(Array.from(octets, (octet) => String.fromCharCode(octet)).join(''));
const words = (line: string): string[] => line.split(' ');

test('what the browser makes OpenSSL reads: request, key and certificates, in both forms of PKCS #12', async () => {
  const { key, request } = await makeKeyAndRequest('rsa_2048', 'Cleo Ångström');
  const issued: Judged = await commands.openssl({ request: base64(request.der) }, [
    words('req -inform DER -in request -noout -verify -text'),
    words('req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key -out out -subj /CN=Authority'),
    words('x509 -req -inform DER -in request -CA out -CAkey key -CAcreateserial -out cleo'),
    words('x509 -in cleo'),
  ]);
  expect(issued.says[0]).toContain('verify OK');
  expect(issued.says[0]).toContain('Signature Algorithm: sha256WithRSAEncryption');
  const chain = certificatesIn(`${issued.says[3]}${issued.out}`);
  expect(chain).toHaveLength(2);
  const files = await Promise.all(
    (['modern', 'compatible'] as const).map((form) =>
      makePkcs12({ privateKey: key.privateKey, chain, name: 'Cleo', passphrase: 'Pässwort1', form }),
    ),
  );
  for (const file of files) {
    const { says, out } = await commands.openssl({ file: base64(file) }, [
      words('pkcs12 -in file -passin pass:Pässwort1 -nodes -out out'),
      words('pkey -in out -pubout -out key'),
      words('x509 -in out -noout -pubkey'),
      words('pkey -pubin -in key'),
    ]);
    expect(says[0]).toBe('');
    expect(certificatesIn(out)).toEqual(chain);
    expect(says[3]).toBe(says[2]);
  }
});
