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

/**
 * What a test needs of Debian. Calling it brings what is missing, or answers `{ problem }`, a sentence, where that may
 * not or does not come; `missing` answers the names of the packages.
 */
function need(missing, problemOf) {
  const ensure = async () => {
    const names = await missing();
    if (names.length === 0) return {};
    return mayInstall() ? aptInstall(...names) : { problem: problemOf(names) };
  };
  return Object.assign(ensure, { missing });
}

/**
 * Brings in one go what several needs lack: one by one, each would read Debian's lists and look through all manuals
 * again. What does not come that way is for each need itself to try, and to say.
 */
export async function ensureTogether(needs) {
  if (!mayInstall()) return;
  const names = new Set((await Promise.all(needs.map(({ missing }) => missing()))).flat());
  if (names.size > 0) await aptInstall(...names);
}

/** A program that Debian has in a package of its own. */
const program = (name, args, debian, problem) =>
  need(
    async () => ((await run(name, args)).code === 0 ? [] : [debian]),
    () => problem,
  );

/** OpenSSL's program, the second opinion on every certificate. */
export const ensureOpenSsl = program(
  'openssl',
  ['version'],
  'openssl',
  'The tests of certificates need the program openssl on the PATH.',
);

/** SoftHSM2, the PKCS #11 module in which the tests keep keys. */
export const ensureSoftHsm = program(
  'softhsm2-util',
  ['--version'],
  'softhsm2',
  'The tests of PKCS #11 need SoftHSM2 (softhsm2-util on the PATH).',
);

/** NSS's programs, which tell what the assistant has done in a profile of Firefox. */
export const ensureNss = need(
  () => (existsSync('/usr/bin/certutil') && existsSync('/usr/bin/pk12util') ? [] : ['libnss3-tools']),
  () => 'The tests of Firefox’s store need NSS and its programs (libnss3-tools).',
);

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
export const ensureCards = need(
  () => Object.keys(CARDS).filter((name) => !CARDS[name].split(' ').some((place) => existsSync(place))),
  (missing) => `The tests of smart cards need ${missing.join(', ')}, and a user who may start pcscd.`,
);

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
export const ensurePythonCryptography = need(
  async () => ((await findPython()) ? [] : ['python3-cryptography']),
  () => 'The tests of the assistant need Python with its package cryptography (python3-cryptography).',
);

const DESKTOP = { Xvfb: 'xvfb', xdotool: 'xdotool', zenity: 'zenity', 'desktop-file-validate': 'desktop-file-utils' };
const LAUNCHERS = { 'xdg-mime': 'xdg-utils', gio: 'libglib2.0-bin' };

/** A screen without a display, windows and menus on it: where the assistant asks outside of a terminal. */
export const ensureDesktop = need(
  () =>
    Object.entries({ ...DESKTOP, ...LAUNCHERS })
      .filter(([name]) => !isOnPath(name))
      .map(([, debian]) => debian),
  (missing) => `The tests of the assistant need a desktop's programs (Debian: ${missing.join(', ')}).`,
);

const isOnPath = (name) =>
  (process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, name)));

const UNPACKED = fileURLToPath(new URL('../node_modules/.simplesamlphp', import.meta.url));
const WITHIN = 'usr/share/simplesamlphp';

/** The folder of SimpleSAMLphp, or undefined: the system's, else the one that ensureSimpleSamlPhp has unpacked. */
export const findSimpleSamlPhp = () => [`/${WITHIN}`, path.join(UNPACKED, WITHIN)].find((folder) => existsSync(folder));

/** PHP's program with what SimpleSAMLphp needs of it. */
const ensurePhp = need(
  async () => {
    const { code, output } = await run('php', ['-m']);
    const modules = output.split('\n');
    const isComplete = code === 0 && ['dom', 'mbstring', 'openssl'].every((name) => modules.includes(name));
    return isComplete ? [] : ['php-cli', 'php-xml', 'php-mbstring'];
  },
  () => 'The tests of SAML need PHP (Debian: php8.2-cli php8.2-xml php8.2-mbstring) and SimpleSAMLphp.',
);

/**
 * SimpleSAMLphp and PHP's program, which serves it: the SAML provider of the browser tests. Its package is unpacked and
 * not installed, since installing it brings Apache and takes a minute.
 */
export async function ensureSimpleSamlPhp() {
  const php = await ensurePhp();
  if (php.problem || findSimpleSamlPhp()) return php;
  return mayInstall() ? unpackSimpleSamlPhp() : { problem: 'The tests of SAML need SimpleSAMLphp.' };
}

ensureSimpleSamlPhp.missing = ensurePhp.missing;

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
