/** The file in which a key is handed over, read by OpenSSL. */
import { createPrivateKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { makePkcs12 } from './pkcs12.ts';
import { newPrivateKey } from './signer.ts';
import { openSsl } from './testing/openssl.ts';

test('OpenSSL opens it by its passphrase and by no other, finds key and chain, and no old algorithm', async () => {
  const ssl = openSsl();
  const subject = (name: string) => `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=${name}`;
  ssl.run(...`${subject('Own')} -keyout own.key -out own.der -outform DER`.split(' '));
  ssl.run(...`${subject('Above')} -keyout above.key -out above.der -outform DER`.split(' '));
  const privateKey = await newPrivateKey('ec_p256');
  const passphrase = 'grün 7 木';
  const chain = [ssl.get('own.der'), ssl.get('above.der')];
  ssl.put('made.p12', await makePkcs12({ privateKey, chain, name: 'Jörg 木', passphrase }));

  const read = ssl.ask('pkcs12', '-in', 'made.p12', '-info', '-nodes', '-passin', `pass:${passphrase}`);
  expect(read.says).toMatch(/MAC: sha256, Iteration 150000/);
  expect(read.says.match(/PBES2, PBKDF2, AES-256-CBC, Iteration 150000, PRF hmacWithSHA256/g)).toHaveLength(2);
  expect(read.says.match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
  const [key = ''] = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----/.exec(read.says) ?? [];
  expect(createPrivateKey(key).export({ format: 'der', type: 'pkcs8' })).toEqual(
    createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' }).export({ format: 'der', type: 'pkcs8' }),
  );
  expect(ssl.ask('pkcs12', '-in', 'made.p12', '-nodes', '-passin', 'pass:grün 8 木').agrees).toBe(false);
});
