/**
 * Cards in a reader of software (vsmartcard), behind the service for smart cards (pcscd) and Yubico's own module. The
 * service is one for the whole machine.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KeyObject } from 'node:crypto';
import { freePort } from '../../../tools/free-port.ts';
import { pivCard } from './piv-card.ts';

const DRIVER = '/usr/lib/pcsc/drivers/serial/libifdvpcd.so';
const SERVICE = '/usr/sbin/pcscd';
const SOCKET = '/run/pcscd/pcscd.comm';
const YKCS11 = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/libykcs11.so`)
  .find((file) => existsSync(file));

/** Throws where there can be no card. */
async function requireReader(): Promise<string> {
  if (!YKCS11 || !existsSync(DRIVER) || !existsSync(SERVICE))
    throw new Error('There are no cards here: install ykcs11, vsmartcard-vpcd and pcscd, or run npm test on Debian.');
  const other = connect(SOCKET);
  const isTaken = await isOpen(other);
  other.destroy();
  if (isTaken) throw new Error('This machine has a service for smart cards: stop pcscd while tests run.');
  return YKCS11;
}

/** The answer to reset of a YubiKey 5. */
const ATR = Buffer.from('3bfd1300008131fe158073c021c057597562694b657940', 'hex');
const CONTROL = { off: 0, on: 1, reset: 2, atr: 4 } as const;

function framed(content: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(content.length);
  return Buffer.concat([length, content]);
}

const isOpen = (socket: Socket): Promise<boolean> =>
  new Promise((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  });

async function connected(port: number, said: () => string): Promise<Socket> {
  for (let tries = 0; tries < 100; tries += 1) {
    const socket = connect(port, '127.0.0.1');
    if (await isOpen(socket)) return socket;
    await sleep(100);
  }
  throw new Error(`The reader does not listen: ${said()}`);
}

/** A reader with the card of a maker of its own, whose authority `maker` is (PEM). One at a time on the machine. */
export async function cardInReader({ serial = 18_204_417, firmware = [5, 4, 3] } = {}) {
  const module = await requireReader();
  const port = await freePort();
  const folder = mkdtempSync(path.join(tmpdir(), 'signet-card-'));
  const token = tokenOf(folder, serial);
  const own = Buffer.concat([tag(0x70, token.certificate), Buffer.from([0x71, 1, 0, 0xfe, 0])]);
  const card = pivCard({ serial, firmware, attest: (key) => token.attest(key), objects: { '5fff01': own } });
  mkdirSync('/run/pcscd', { recursive: true });
  mkdirSync(path.join(folder, 'readers'));
  writeFileSync(
    path.join(folder, 'readers/vpcd'),
    `FRIENDLYNAME "Yubico YubiKey OTP+FIDO+CCID"\nDEVICENAME /dev/null:0x${port.toString(16)}\n` +
      `LIBPATH ${DRIVER}\nCHANNELID 0x${port.toString(16)}\n`,
  );
  const service = spawn(SERVICE, ['--foreground', '--config', path.join(folder, 'readers')]);
  const ended = new Promise((resolve) => service.once('exit', resolve));
  let said = '';
  for (const stream of [service.stdout, service.stderr]) stream.on('data', (data) => (said += String(data)));
  const stop = async (): Promise<void> => {
    service.kill();
    await ended;
    rmSync(SOCKET, { force: true });
    rmSync(folder, { recursive: true });
  };
  const socket = await connected(port, () => said).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  let buffered = Buffer.alloc(0);
  socket.on('data', (data) => {
    buffered = Buffer.concat([buffered, data]);
    while (buffered.length >= 2 && buffered.length >= 2 + buffered.readUInt16BE(0)) {
      const content = buffered.subarray(2, 2 + buffered.readUInt16BE(0));
      buffered = buffered.subarray(2 + content.length);
      if (content.length > 1) socket.write(framed(card.answer(content)));
      else if (content[0] === CONTROL.atr) socket.write(framed(ATR));
      else card.reset();
    }
  });
  return {
    module,
    maker: token.maker,
    /** The same in a file. */
    makerFile: path.join(folder, 'maker.pem'),
    async remove(): Promise<void> {
      socket.destroy();
      await stop();
    },
  };
}

const tag = (name: number, value: Buffer): Buffer =>
  Buffer.concat([Buffer.from([name, 0x82, value.length >> 8, value.length & 255]), value]);

/** A maker, and a token that attests its keys as YubiKeys do, by OpenSSL. */
function tokenOf(folder: string, serial: number) {
  const ask = (...args: string[]): Buffer =>
    execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const put = (name: string, ...lines: string[]): void => writeFileSync(path.join(folder, name), lines.join('\n'));
  const key = (name: string): string[] => ['-newkey', 'rsa:2048', '-nodes', '-keyout', name];
  put('device.cnf', 'basicConstraints = critical,CA:TRUE,pathlen:0');
  const oid = '1.3.6.1.4.1.41482.3';
  const number = Buffer.alloc(4);
  number.writeUInt32BE(serial);
  put(
    'statement.cnf',
    `${oid}.3 = DER:050403`,
    `${oid}.7 = DER:0204${number.toString('hex')}`,
    `${oid}.8 = DER:0201`,
    `${oid}.9 = DER:03`,
  );
  ask('req', '-x509', ...key('maker.key'), '-out', 'maker.pem', '-days', '3650', '-subj', '/CN=Maker of cards');
  ask('req', '-new', ...key('device.key'), '-out', 'device.csr', '-subj', '/CN=Yubico PIV Attestation');
  const byMaker = ['-CA', 'maker.pem', '-CAkey', 'maker.key', '-CAcreateserial'];
  ask('x509', '-req', '-in', 'device.csr', ...byMaker, '-days', '3650', '-extfile', 'device.cnf', '-out', 'device.pem');
  return {
    maker: readFileSync(path.join(folder, 'maker.pem'), 'utf8'),
    certificate: ask('x509', '-in', 'device.pem', '-outform', 'DER'),
    attest(publicKey: KeyObject): Buffer {
      put('key.pem', publicKey.export({ format: 'pem', type: 'spki' }).toString());
      const of = ['-new', '-force_pubkey', 'key.pem', '-subj', '/CN=YubiKey PIV Attestation 9a', '-days', '3650'];
      const by = ['-CA', 'device.pem', '-CAkey', 'device.key', '-set_serial', '1'];
      return ask('x509', ...of, ...by, '-extfile', 'statement.cnf', '-outform', 'DER');
    },
  };
}
