/**
 * The C interface of a PKCS #11 module (OASIS PKCS #11 2.40, "Cryptoki"), as far as we call it. Each call blocks, and a
 * module may crash: this is imported by the module's own process alone.
 */
import koffi, { type LibraryHandle } from 'koffi';
import { Failed } from './failure.ts';
import { nameOf } from './return-values.ts';

/** CK_ULONG; a bigint beyond 2^53. */
export type Ulong = number | bigint;

/** The place of each function in CK_FUNCTION_LIST, which is all that a module must export the way to. */
const FUNCTIONS = {
  C_Initialize: { place: 0, takes: ['pointer'] },
  C_Finalize: { place: 1, takes: ['pointer'] },
  C_GetSlotList: { place: 4, takes: ['byte', 'pointer', 'pointer'] },
  C_GetTokenInfo: { place: 6, takes: ['ulong', 'pointer'] },
  C_GetMechanismInfo: { place: 8, takes: ['ulong', 'ulong', 'pointer'] },
  C_InitToken: { place: 9, takes: ['ulong', 'pointer', 'ulong', 'pointer'] },
  C_InitPIN: { place: 10, takes: ['ulong', 'pointer', 'ulong'] },
  C_SetPIN: { place: 11, takes: ['ulong', 'pointer', 'ulong', 'pointer', 'ulong'] },
  C_OpenSession: { place: 12, takes: ['ulong', 'ulong', 'pointer', 'pointer', 'pointer'] },
  C_CloseSession: { place: 13, takes: ['ulong'] },
  C_Login: { place: 18, takes: ['ulong', 'ulong', 'pointer', 'ulong'] },
  C_Logout: { place: 19, takes: ['ulong'] },
  C_CreateObject: { place: 20, takes: ['ulong', 'pointer', 'ulong', 'pointer'] },
  C_DestroyObject: { place: 22, takes: ['ulong', 'ulong'] },
  C_GetAttributeValue: { place: 24, takes: ['ulong', 'ulong', 'pointer', 'ulong'] },
  C_FindObjectsInit: { place: 26, takes: ['ulong', 'pointer', 'ulong'] },
  C_FindObjects: { place: 27, takes: ['ulong', 'pointer', 'ulong', 'pointer'] },
  C_FindObjectsFinal: { place: 28, takes: ['ulong'] },
  C_SignInit: { place: 42, takes: ['ulong', 'pointer', 'ulong'] },
  C_Sign: { place: 43, takes: ['ulong', 'pointer', 'ulong', 'pointer', 'pointer'] },
  C_GenerateKeyPair: {
    place: 59,
    takes: ['ulong', 'pointer', 'pointer', 'ulong', 'pointer', 'ulong', 'pointer', 'pointer'],
  },
} as const;
const TYPES = { byte: 'uint8_t', ulong: 'ulong', pointer: 'void *' } as const;

type Name = keyof typeof FUNCTIONS;
type Argument = { byte: 0 | 1; ulong: Ulong; pointer: Buffer | null };
type Arguments<T extends readonly (keyof Argument)[]> = { -readonly [K in keyof T]: Argument[T[K]] };
/** The functions by their names. Each throws {@link Failed} where it returns anything but CKR_OK. */
export type Cryptoki = { [N in Name]: (...args: Arguments<(typeof FUNCTIONS)[N]['takes']>) => void };

/** The standard has structures packed on Windows, and as the compiler likes it elsewhere (2.40, 2.1). */
const layout = process.platform === 'win32' ? koffi.pack : koffi.struct;
const LIST = layout({ major: 'uint8_t', minor: 'uint8_t', first: 'void *' });
const ATTRIBUTE = layout({ type: 'ulong', value: 'void *', length: 'ulong' });
const ARGUMENTS = layout({
  create: 'void *',
  destroy: 'void *',
  lock: 'void *',
  unlock: 'void *',
  flags: 'ulong',
  parameters: 'void *',
  reserved: 'void *',
});
const MECHANISM = layout({ mechanism: 'ulong', parameter: 'void *', length: 'ulong' });

/** Loads the module at `path` and initializes it. Throws {@link Failed}. */
export function loadModule(path: string): Cryptoki {
  const module = bindModule(path);
  initialize(module);
  return module;
}

/**
 * No locks are asked for: one thread calls. `parameters` are those of NSS, which takes its directory in a field of
 * CK_C_INITIALIZE_ARGS of its own (LibraryParameters).
 */
export function initialize(module: Cryptoki, parameters: string | null = null): void {
  if (parameters === null) return module.C_Initialize(null);
  const text = Buffer.from(`${parameters}\0`);
  const whole = Buffer.alloc(koffi.sizeof(ARGUMENTS));
  const none = { create: null, destroy: null, lock: null, unlock: null, flags: 0, reserved: null };
  koffi.encode(whole, ARGUMENTS, { ...none, parameters: koffi.address(text) });
  module.C_Initialize(whole);
}

/** Loads the module at `path`; nothing of it is called but C_GetFunctionList. Throws {@link Failed}. */
export function bindModule(path: string): Cryptoki {
  const list = functionList(path);
  const bound = Object.entries(FUNCTIONS).map(([name, { place, takes }]) => {
    const at = koffi.offsetof(LIST, 'first') + place * koffi.sizeof('void *');
    const pointer: unknown = koffi.decode(list, at, 'void *');
    const types = takes.map((type) => TYPES[type]);
    const proto = koffi.proto('ulong', types);
    return [name, (...args: unknown[]) => requireOk(name, koffi.call(pointer, proto, ...args))];
  });
  return Object.fromEntries(bound) as Cryptoki;
}

/** The system's own words, in one line. */
const reasonOf = ({ message }: Error): string =>
  message
    .replace(/^Failed to load shared library: /, '')
    .split('\n', 1)
    .join('');

function functionList(path: string): unknown {
  let library: LibraryHandle;
  try {
    library = koffi.load(path);
  } catch (error) {
    throw new Failed({ code: 'NOT_LOADED', detail: `${path}: ${reasonOf(error as Error)}` });
  }
  let get: (list: Buffer) => Ulong;
  try {
    get = library.func('C_GetFunctionList', 'ulong', ['void *']);
  } catch {
    throw new Failed({ code: 'NO_MODULE' });
  }
  const list = Buffer.alloc(koffi.sizeof('void *'));
  requireOk('C_GetFunctionList', get(list));
  return koffi.decode(list, 'void *');
}

function requireOk(at: string, value: Ulong): void {
  if (Number(value) !== 0) throw new Failed({ code: nameOf(value), at });
}

/** A place for one CK_ULONG, or several. */
export const ulongs = (count = 1): Buffer => Buffer.alloc(count * koffi.sizeof('ulong'));
export const readUlong = (from: Buffer, index = 0): Ulong =>
  koffi.decode(from, index * koffi.sizeof('ulong'), 'ulong') as Ulong;

export function ulong(value: Ulong): Buffer {
  const place = ulongs();
  koffi.encode(place, 'ulong', value);
  return place;
}

/** CK_MECHANISM without a parameter. */
export function mechanism(type: number): Buffer {
  const place = Buffer.alloc(koffi.sizeof(MECHANISM));
  koffi.encode(place, MECHANISM, { mechanism: type, parameter: null, length: 0 });
  return place;
}

export type Attribute = [type: number, value: Uint8Array | boolean | number];

const bytesOf = (value: Attribute[1]): Uint8Array => {
  if (typeof value === 'boolean') return Uint8Array.of(value ? 1 : 0);
  return typeof value === 'number' ? ulong(value) : value;
};

/** An array of CK_ATTRIBUTE with its values behind it, in one piece: what is pointed to lives as long as it does. */
export function template(attributes: Attribute[]): Buffer {
  const size = koffi.sizeof(ATTRIBUTE);
  const values = attributes.map(([, value]) => bytesOf(value));
  let next = attributes.length * size;
  const whole = Buffer.alloc(values.reduce((sum, { length }) => sum + length, next));
  const begin = koffi.address(whole);
  for (const [index, [type]] of attributes.entries()) {
    const value = values[index] ?? new Uint8Array();
    koffi.encode(whole, index * size, ATTRIBUTE, { type, value: begin + BigInt(next), length: value.length });
    whole.set(value, next);
    next += value.length;
  }
  return whole;
}

/** No attribute that we read is longer: the modulus of an RSA key of 4096 bits has 512 bytes. */
const LONGEST_VALUE = 1024;

/** The values of an object's attributes, in the order asked for. */
export function readAttributes(module: Cryptoki, session: Ulong, object: Ulong, types: number[]): Buffer[] {
  const space = template(types.map((type) => [type, new Uint8Array(LONGEST_VALUE)]));
  module.C_GetAttributeValue(session, object, space, types.length);
  const size = koffi.sizeof(ATTRIBUTE);
  return types.map((_type, index) => {
    const length = Number(koffi.decode(space, index * size + koffi.offsetof(ATTRIBUTE, 'length'), 'ulong'));
    const start = types.length * size + index * LONGEST_VALUE;
    return Buffer.from(space.subarray(start, start + length));
  });
}

/** A certificate may be this long; what is longer is not read. */
const LONGEST_CERTIFICATE = 65_536;

/** An attribute of any length; null where the object has none, or keeps it to itself. */
export function readLong(module: Cryptoki, session: Ulong, object: Ulong, type: number): Buffer | null {
  const asked = Buffer.alloc(koffi.sizeof(ATTRIBUTE));
  const read = (value: bigint | null, length: number): number => {
    koffi.encode(asked, ATTRIBUTE, { type, value, length });
    try {
      module.C_GetAttributeValue(session, object, asked, 1);
    } catch (error) {
      if (error instanceof Failed && error.failure.code.startsWith('CKR_ATTRIBUTE_')) return 0;
      throw error;
    }
    return Number(readUlong(asked.subarray(koffi.offsetof(ATTRIBUTE, 'length'))));
  };
  const length = read(null, 0);
  if (length === 0 || length > LONGEST_CERTIFICATE) return null;
  const value = Buffer.alloc(length);
  return read(koffi.address(value), length) === length ? value : null;
}
