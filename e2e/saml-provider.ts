/** A real provider of SAML 2.0 on loopback: SimpleSAMLphp under PHP's own web server. */
import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pemOf } from '../server/src/x509/pem.ts';
import { make, type Keys, type Made } from '../server/src/x509/testing/any-certificate.ts';
import { findSimpleSamlPhp } from '../tools/debian.mjs';
import { freePort } from '../tools/free-port.ts';

export const PASSWORD = 'the password at the provider';

export type SamlKeys = { keys: Keys; certificate: Made };

/** A key of RSA with its certificate. */
export function samlKeys(subject: string): SamlKeys {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { keys, certificate: make({ subject, keys }) };
}

/** The keys by which it signs: `next` is published already and not used yet. */
export type SigningKeys = { current: SamlKeys; next?: SamlKeys };

/** A text within single quotes of PHP. */
const php = (text: string): string => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;

/**
 * Starts it; its only person is `person`. It takes requests only with our signature, and encrypts what it says; by
 * `binding` alone where one is named. Throws where SimpleSAMLphp or PHP is missing.
 */
export async function startSamlProvider(person: string, binding?: 'HTTP-Redirect' | 'HTTP-POST') {
  const program = findSimpleSamlPhp();
  if (program === undefined) throw new Error('SimpleSAMLphp is missing: npm test installs it where it may.');
  const url = `http://localhost:${await freePort()}/`;
  const folder = mkdtempSync(path.join(tmpdir(), 'signet-simplesamlphp-'));
  const write = (name: string, content: string): void => writeFileSync(path.join(folder, name), content);
  const folders = ['certdir', 'datadir', 'loggingdir', 'tempdir', 'sessions', 'metadatadir'].map((name) => {
    mkdirSync(path.join(folder, name));
    return `${php(name)} => ${php(path.join(folder, name))},`;
  });
  write(
    'config.php',
    `<?php $config = [
      ${folders.join('\n')}
      'baseurlpath' => ${php(url)},
      'secretsalt' => 'of the tests',
      'enable.saml20-idp' => true,
      'module.enable' => ['core' => true, 'saml' => true, 'exampleauth' => true],
      'logging.handler' => 'errorlog',
      'store.type' => 'phpsession',
      'session.phpsession.savepath' => ${php(path.join(folder, 'sessions'))},
      'session.cookie.secure' => false,
      'session.cookie.samesite' => null,
      'language.default' => 'en',
      'metadata.sources' => [
        ['type' => 'flatfile'],
        ['type' => 'xml', 'file' => ${php(path.join(folder, 'platform.xml'))}],
      ],
    ];`,
  );
  write(
    'authsources.php',
    `<?php $config = ['people' => [
      'exampleauth:UserPass',
      ${php(`${person}:${PASSWORD}`)} => ['uid' => [${php(person)}]],
    ]];`,
  );
  const named = php(`urn:oasis:names:tc:SAML:2.0:bindings:${binding}`);
  const bindings = ['SingleSignOnServiceBinding', 'SingleLogoutServiceBinding'].map((service) =>
    binding === undefined ? '' : `'${service}' => [${named}],`,
  );
  const sign = ({ current, next }: SigningKeys): void => {
    const entries = Object.entries({ '': current, ...(next ? { new_: next } : {}) }).map(([prefix, one]) => {
      const name = `${prefix}signing`;
      write(`certdir/${name}.crt`, pemOf('CERTIFICATE', one.certificate.der));
      write(`certdir/${name}.pem`, one.keys.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString());
      return `'${prefix}privatekey' => '${name}.pem', '${prefix}certificate' => '${name}.crt',`;
    });
    write(
      'metadatadir/saml20-idp-hosted.php',
      `<?php $metadata[${php(`${url}saml2/idp/metadata.php`)}] = [
        'host' => '__DEFAULT__',
        'auth' => 'people',
        ${entries.join('\n')}
        'NameIDFormat' => 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
        'simplesaml.nameidattribute' => 'uid',
        'redirect.validate' => true,
        'sign.logout' => true,
        ${bindings.join('\n')}
        'assertion.encryption' => true,
      ];`,
    );
  };
  /** Knows the platform by its metadata from now on. */
  const know = (metadata: string): void => write('platform.xml', metadata);
  const first = samlKeys('The provider, first key');
  know('<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata"/>');
  sign({ current: first });
  // What was written is read at once.
  const child = spawn(
    'php',
    ['-d', 'opcache.revalidate_freq=0', '-S', new URL(url).host, '-t', path.join(program, 'www')],
    {
      env: { ...process.env, SIMPLESAMLPHP_CONFIG_DIR: folder },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let output = '';
  child.stderr.on('data', (piece: Buffer) => (output += piece.toString()));
  const exit = once(child, 'exit');
  const signedOutUrl = `${url}logout.php`;
  const metadataUrl = `${url}saml2/idp/metadata.php`;
  while (!(await fetch(metadataUrl).catch(() => null))?.ok) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`PHP ended.\n${output}`);
    await pause(20);
  }
  return {
    metadataUrl,
    /** Where a person there signs out everywhere, and where that ends. */
    signOutUrl: `${url}saml2/idp/initSLO.php?RelayState=${encodeURIComponent(signedOutUrl)}`,
    signedOutUrl,
    /** From where it sends a person by itself, to whoever has this entity ID. */
    sendsUrl: (entityId: string): string => `${url}saml2/idp/SSOService.php?spentityid=${encodeURIComponent(entityId)}`,
    first,
    sign,
    know,
    /** What it has written about itself. */
    log: (): string => output,
    async close(): Promise<void> {
      child.kill('SIGTERM');
      await exit;
      rmSync(folder, { recursive: true });
    },
  };
}
