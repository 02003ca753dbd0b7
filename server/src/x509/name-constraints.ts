/** Which names may stand below an authority (RFC 5280, 4.2.1.10), and whether some name is one of them. */
import { comparableName, emailsIn, isWithinName, type ComparableName } from './comparable-name.ts';
import { valuesIn, type DerValue } from './der.ts';

/**
 * A name, or what a constraint says of names. A directory name with its parts; a mailbox, host or address as it is
 * compared; null where it is not written as it must be. Of other kinds nothing is compared.
 */
export type GeneralName =
  | { kind: 'directory'; name: ComparableName }
  | { kind: 'email'; local: string | null; host: string | null }
  | { kind: 'host'; host: string | null }
  | { kind: 'address'; octets: Uint8Array }
  | { kind: 'other'; tag: number };

export type NameConstraints = { permitted: readonly GeneralName[]; excluded: readonly GeneralName[] };

/** Tags of GeneralName (RFC 5280, A.2). */
const OTHER_NAME = 0xa0;
const EMAIL = 0x81;
const HOST = 0x82;
const DIRECTORY = 0xa4;
const ADDRESS = 0x87;
const PERMITTED = 0xa0;
const EXCLUDED = 0xa1;

/** SmtpUTF8Mailbox, 1.3.6.1.5.5.7.8.9 (RFC 9598, 3). */
const UTF8_MAILBOX = '06082b06010505070809';

const LABELS = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const LOCAL = /^[\w!#$%&'*+/=?^`{|}~.-]+$/;

/** Reads a NameConstraints, DER. Throws where it is none, or says what nobody may say. */
export function readNameConstraints(der: Uint8Array): NameConstraints {
  const fields = valuesIn(only(valuesIn(der)).content);
  // Each at most once, and in this order.
  const isWrong = fields.some(
    ({ tag }, at) => ![PERMITTED, EXCLUDED].includes(tag) || tag <= (fields[at - 1]?.tag ?? 0),
  );
  if (fields.length === 0 || isWrong) throw new Error('These are no name constraints.');
  const subtrees = (wanted: number): GeneralName[] =>
    fields
      .filter(({ tag }) => tag === wanted)
      .flatMap(({ content }) => valuesIn(content))
      // A minimum other than nought, and a maximum, are not in use (4.2.1.10): the base stands alone.
      .map((subtree) => constraint(only(valuesIn(subtree.content))));
  return { permitted: subtrees(PERMITTED), excluded: subtrees(EXCLUDED) };
}

/**
 * All names of a certificate: its subject (DER) where it has one, the addresses in it, and its alternative names
 * (GeneralNames, DER). Throws where these are none.
 */
export function namesOf(subject: Uint8Array, alternative: Uint8Array | undefined): GeneralName[] {
  const name = comparableName(subject);
  return [
    ...(name.parts.length > 0 ? [{ kind: 'directory' as const, name }] : []),
    ...emailsIn(subject).map((address) => mailbox(address ?? '')),
    ...(alternative ? valuesIn(only(valuesIn(alternative)).content).map(general) : []),
  ];
}

/**
 * Whether a name is within one permitted subtree of its kind, where there is any, and in no excluded one. One that
 * can't be compared is not (RFC 5280, 4.2.1.10: process the constraint or reject the certificate).
 */
export function isPermitted(name: GeneralName, { permitted, excluded }: NameConstraints): boolean {
  const ofKind = (base: GeneralName): boolean => kindOf(base) === kindOf(name);
  const allowed = permitted.filter(ofKind);
  return (
    (allowed.length === 0 || allowed.some((base) => isWithin(name, base) === true)) &&
    excluded.filter(ofKind).every((base) => isWithin(name, base) === false)
  );
}

const kindOf = (name: GeneralName): string | number => (name.kind === 'other' ? name.tag : name.kind);

/** Null where nobody can tell. */
function isWithin(name: GeneralName, base: GeneralName): boolean | null {
  if (name.kind === 'directory' && base.kind === 'directory')
    return name.name.certain && base.name.certain ? isWithinName(name.name, base.name) : null;
  if (name.kind === 'email' && base.kind === 'email') return isMailboxWithin(name, base);
  if (name.kind === 'host' && base.kind === 'host') return isHostWithin(name.host, base.host);
  if (name.kind === 'address' && base.kind === 'address') return isAddressWithin(name.octets, base.octets);
  return null;
}

type Mailbox = { local: string | null; host: string | null };

/** One mailbox, all of one host, or all of the hosts below a domain (4.2.1.10). The local part is compared exactly. */
function isMailboxWithin({ local, host }: Mailbox, base: Mailbox): boolean | null {
  if (local === null || host === null || base.host === null) return null;
  if (base.local !== null) return local === base.local && host === base.host;
  return base.host.startsWith('.') ? host.endsWith(base.host) : host === base.host;
}

/** The host itself and all below it; an empty base is above everything (4.2.1.10). */
function isHostWithin(host: string | null, base: string | null): boolean | null {
  if (host === null || base === null) return null;
  if (base === '' || host === base || host.endsWith(`.${base}`)) return true;
  // A pattern may stand for a host within the base, and for others: nobody can tell.
  return host.startsWith('*.') && base.endsWith(host.slice(1)) ? null : false;
}

/** Address and mask of one length; version 4 is never within version 6. */
function isAddressWithin(address: Uint8Array, base: Uint8Array): boolean | null {
  const size = base.length / 2;
  if (![4, 16].includes(address.length) || ![4, 16].includes(size)) return null;
  const mask = base.subarray(size);
  // The mask is one of RFC 4632: ones, then noughts.
  if (!/^1*0*$/.test([...mask].map((octet) => octet.toString(2).padStart(8, '0')).join(''))) return null;
  if (address.length !== size) return false;
  return address.every((octet, at) => ((octet ^ (base[at] ?? 0)) & (mask[at] ?? 0)) === 0);
}

function general({ tag, content }: DerValue): GeneralName {
  switch (tag) {
    case EMAIL:
      return mailbox(ascii(content));
    case HOST: {
      const host = ascii(content).toLowerCase();
      return { kind: 'host', host: LABELS.test(host.replace(/^\*\./, '')) ? host : null };
    }
    case DIRECTORY:
      return { kind: 'directory', name: comparableName(content) };
    case ADDRESS:
      return { kind: 'address', octets: content };
    default:
      // Constraints on mailboxes hold for those beyond ASCII as well (RFC 9598, 6), which are not compared here.
      return tag === OTHER_NAME && Buffer.from(valuesIn(content)[0]?.whole ?? []).toString('hex') === UTF8_MAILBOX
        ? { kind: 'email', local: null, host: null }
        : { kind: 'other', tag };
  }
}

/** Of mailboxes and hosts a constraint may say less than a whole name. */
function constraint(base: DerValue): GeneralName {
  const text = ascii(base.content);
  if (base.tag === EMAIL && !text.includes('@')) {
    const host = text.toLowerCase();
    return { kind: 'email', local: null, host: LABELS.test(host.replace(/^\./, '')) ? host : null };
  }
  if (base.tag !== HOST) return general(base);
  const host = text.toLowerCase();
  return { kind: 'host', host: host === '' || LABELS.test(host) ? host : null };
}

function mailbox(text: string): GeneralName {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  const host = text.slice(at + 1).toLowerCase();
  const good = LOCAL.test(local) && LABELS.test(host);
  return { kind: 'email', local: good ? local : null, host: good ? host : null };
}

/** An octet beyond ASCII becomes a letter that no host and no mailbox has. */
const ascii = (content: Uint8Array): string => Buffer.from(content).toString('latin1');

function only(values: readonly DerValue[]): DerValue {
  const [value, ...more] = values;
  if (!value || more.length > 0) throw new Error('One value was to stand here.');
  return value;
}
