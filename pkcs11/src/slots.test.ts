/** What a token says of itself stands where the standard has it (PKCS #11 2.40, 3.2, CK_TOKEN_INFO). */
import koffi from 'koffi';
import { expect, test } from 'vitest';
import type { Cryptoki } from './cryptoki.ts';
import { tokenInfo } from './slots.ts';

const text = (octets: number) => koffi.array('uint8_t', octets);
const INFO = (process.platform === 'win32' ? koffi.pack : koffi.struct)({
  label: text(32),
  manufacturerID: text(32),
  model: text(16),
  serialNumber: text(16),
  flags: 'ulong',
  ulMaxSessionCount: 'ulong',
  ulSessionCount: 'ulong',
  ulMaxRwSessionCount: 'ulong',
  ulRwSessionCount: 'ulong',
  ulMaxPinLen: 'ulong',
  ulMinPinLen: 'ulong',
  ulTotalPublicMemory: 'ulong',
  ulFreePublicMemory: 'ulong',
  ulTotalPrivateMemory: 'ulong',
  ulFreePrivateMemory: 'ulong',
  hardwareVersion: text(2),
  firmwareVersion: text(2),
  utcTime: text(16),
});

test('the texts, flags, lengths of a PIN and firmware of a token', () => {
  const whole = Buffer.alloc(koffi.sizeof(INFO), 0xff);
  const put = (name: string, content: string | Buffer): void =>
    void Buffer.from(content).copy(whole, koffi.offsetof(INFO, name));
  const number = (value: number): Buffer => {
    const place = Buffer.alloc(koffi.sizeof('ulong'));
    koffi.encode(place, 'ulong', value);
    return place;
  };
  put('label', 'Work'.padEnd(32));
  put('manufacturerID', 'Maker'.padEnd(32));
  put('model', 'Model'.padEnd(16));
  put('serialNumber', '4711'.padEnd(16));
  put('flags', number(0x40d));
  put('ulMaxPinLen', number(8));
  put('ulMinPinLen', number(6));
  put('hardwareVersion', Buffer.from([1, 2]));
  put('firmwareVersion', Buffer.from([4, 21]));
  const module: Partial<Cryptoki> = { C_GetTokenInfo: (_slot, info) => void (info && whole.copy(info)) };
  expect(tokenInfo(module as Cryptoki, 0)).toEqual({
    label: 'Work',
    manufacturer: 'Maker',
    model: 'Model',
    serial: '4711',
    flags: 0x40d,
    pin: { min: 6, max: 8 },
    firmware: { major: 4, minor: 21 },
  });
});
