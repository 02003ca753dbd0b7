/** What a test needs of the system, from Debian's packages where we may install them. */
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { run } from './child.mjs';

export const mayInstall = () => existsSync('/etc/debian_version') && process.getuid?.() === 0;

/** Answers `{ problem }`, a sentence, where it does not succeed. */
export async function aptInstall(...packages) {
  const names = packages.join(' and ');
  process.stdout.write(`Installing Debian's ${names} (once; a minute or two)\n`);
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, still: `Still installing ${names}` };
  for (const args of [
    ['update', '-q'],
    ['install', '-qy', '--no-install-recommends', ...packages],
  ]) {
    const { code, output } = await run('apt-get', args, options);
    if (code !== 0)
      return {
        problem: `${names} could not be installed (apt-get ${args[0]}): ${output.trimEnd().split('\n').at(-1)}`,
      };
  }
  return {};
}

/** What Debian's package of the same name brings: `{ problem }` where it is not there and may not come. */
async function ensureProgram(name, args, problem) {
  const { code } = await run(name, args);
  if (code === 0) return {};
  return mayInstall() ? aptInstall(PACKAGES[name]) : { problem };
}

const PACKAGES = { openssl: 'openssl', 'softhsm2-util': 'softhsm2' };

/** OpenSSL's program, the second opinion on every certificate. */
export const ensureOpenSsl = () =>
  ensureProgram('openssl', ['version'], 'The tests of certificates need the program openssl on the PATH.');

/** SoftHSM2, the PKCS #11 module in which the tests keep keys. */
export const ensureSoftHsm = () =>
  ensureProgram('softhsm2-util', ['--version'], 'The tests of PKCS #11 need SoftHSM2 (softhsm2-util on the PATH).');

/** NSS's programs, which tell what the assistant has done in a profile of Firefox. */
export async function ensureNss() {
  if (existsSync('/usr/bin/certutil') && existsSync('/usr/bin/pk12util')) return {};
  return mayInstall()
    ? aptInstall('libnss3-tools')
    : { problem: 'The tests of Firefox’s store need NSS and its programs (libnss3-tools).' };
}

const CARDS = {
  ykcs11: '/usr/lib/x86_64-linux-gnu/libykcs11.so /usr/lib/aarch64-linux-gnu/libykcs11.so',
  'vsmartcard-vpcd': '/usr/lib/pcsc/drivers/serial/libifdvpcd.so',
  pcscd: '/usr/sbin/pcscd',
  swtpm: '/usr/bin/swtpm',
  'libtpm2-pkcs11-1':
    '/usr/lib/x86_64-linux-gnu/pkcs11/libtpm2_pkcs11.so /usr/lib/aarch64-linux-gnu/pkcs11/libtpm2_pkcs11.so',
  'libtss2-tcti-swtpm0':
    '/usr/lib/x86_64-linux-gnu/libtss2-tcti-swtpm.so.0 /usr/lib/aarch64-linux-gnu/libtss2-tcti-swtpm.so.0',
};

/** Yubico's module, a reader of software in which a test puts a card of its own, and a TPM of software. */
export async function ensureCards() {
  const isThere = (places) => places.split(' ').some((place) => existsSync(place));
  const missing = Object.keys(CARDS).filter((name) => !isThere(CARDS[name]));
  if (missing.length === 0) return {};
  return mayInstall()
    ? aptInstall(...missing)
    : { problem: `The tests of smart cards need ${missing.join(', ')}, and a user who may start pcscd.` };
}

const PYTHONS = ['python3', '/usr/bin/python3'];
const WITH_CRYPTOGRAPHY = ['-c', 'import cryptography.hazmat.primitives.kdf.hkdf'];

/** A Python that has the package cryptography: the one on the PATH, else Debian's; undefined where neither has it. */
export async function findPython() {
  for (const python of PYTHONS) {
    const { code } = await run(python, WITH_CRYPTOGRAPHY);
    if (code === 0) return python;
  }
  return undefined;
}

/** Python with its cryptography, in which the second client of the assistant's channel is written. */
export async function ensurePythonCryptography() {
  if (await findPython()) return {};
  return mayInstall()
    ? aptInstall('python3-cryptography')
    : { problem: 'The tests of the assistant need Python with its package cryptography (python3-cryptography).' };
}

const DESKTOP = { Xvfb: 'xvfb', xdotool: 'xdotool', zenity: 'zenity', 'desktop-file-validate': 'desktop-file-utils' };
const LAUNCHERS = { 'xdg-mime': 'xdg-utils', gio: 'libglib2.0-bin' };

/** A screen without a display, windows and menus on it: where the assistant asks outside of a terminal. */
export async function ensureDesktop() {
  const wanted = Object.entries({ ...DESKTOP, ...LAUNCHERS });
  const missing = wanted.filter(([name]) => !isOnPath(name)).map(([, debian]) => debian);
  if (missing.length === 0) return {};
  return mayInstall()
    ? aptInstall(...missing)
    : { problem: `The tests of the assistant need a desktop's programs (Debian: ${missing.join(', ')}).` };
}

const isOnPath = (name) =>
  (process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, name)));

const UNPACKED = fileURLToPath(new URL('../node_modules/.simplesamlphp', import.meta.url));
const WITHIN = 'usr/share/simplesamlphp';

/** The folder of SimpleSAMLphp, or undefined: the system's, else the one that ensureSimpleSamlPhp has unpacked. */
export const findSimpleSamlPhp = () => [`/${WITHIN}`, path.join(UNPACKED, WITHIN)].find((folder) => existsSync(folder));

/**
 * SimpleSAMLphp and PHP's program, which serves it: the SAML provider of the browser tests. Its package is unpacked and
 * not installed, since installing it brings Apache and takes a minute.
 */
export async function ensureSimpleSamlPhp() {
  const { code, output } = await run('php', ['-m']);
  const modules = output.split('\n');
  const isComplete = code === 0 && ['dom', 'mbstring', 'openssl'].every((name) => modules.includes(name));
  if (isComplete && findSimpleSamlPhp()) return {};
  if (!mayInstall())
    return { problem: 'The tests of SAML need PHP (Debian: php8.2-cli php8.2-xml php8.2-mbstring) and SimpleSAMLphp.' };
  const installed = await aptInstall('php-cli', 'php-xml', 'php-mbstring');
  return installed.problem ? installed : unpackSimpleSamlPhp();
}

async function unpackSimpleSamlPhp() {
  const folder = mkdtempSync(`${UNPACKED}-`);
  try {
    const fetched = await run('apt-get', ['download', '-q', 'simplesamlphp'], { cwd: folder });
    const [archive] = readdirSync(folder);
    const unpacked = archive ? await run('dpkg-deb', ['-x', archive, 'all'], { cwd: folder }) : fetched;
    if (unpacked.code !== 0) return { problem: `SimpleSAMLphp could not be unpacked: ${unpacked.output.trim()}` };
    rmSync(UNPACKED, { recursive: true, force: true });
    renameSync(path.join(folder, 'all'), UNPACKED);
    return {};
  } finally {
    rmSync(folder, { recursive: true });
  }
}
