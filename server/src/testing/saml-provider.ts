/** An identity provider of SAML 2.0 in tests: it signs what it is told to, and tells every lie. */
import {
  createCipheriv,
  createHash,
  generateKeyPairSync,
  publicEncrypt,
  randomBytes,
  sign,
  X509Certificate,
  constants,
  type BinaryLike,
} from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { signXml } from '@node-saml/node-saml/lib/xml.js';
import { SignedXml } from 'xml-crypto';
import { pemOf } from '../x509/pem.ts';
import type { Keys, Made } from '../x509/testing/any-certificate.ts';
import { entityDescriptor, signingCertificate } from './saml-metadata.ts';

export type SamlKeys = { keys: Keys; certificate: Made };
/** A key of RSA with its certificate, as providers have them. */
export function samlKeys(subject = 'Nordmark single sign-on'): SamlKeys {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { keys, certificate: signingCertificate({ subject, keys }) };
}

export const ENTITY = 'https://idp.nordmark.example/saml';
export const metadataOf = (...keys: SamlKeys[]): string =>
  entityDescriptor({ entityId: ENTITY, certificates: keys.map(({ certificate }) => certificate) });

/** What a request of ours says. */
export function askedBy(address: string): { id: string; xml: string; url: URL } {
  const url = new URL(address);
  const xml = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
  return { id: / ID="([^"]+)"/.exec(xml)?.[1] ?? '', xml, url };
}

/** The form that a page of ours posts: where to, and what is in it. */
export function postedBy(page: string): { to: string; fields: Record<string, string>; xml: string } {
  const plain = (text: string): string =>
    text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
  const to = plain(/<form method="post" action="([^"]*)"/.exec(page)?.[1] ?? '');
  const inputs = [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  const fields = Object.fromEntries(inputs.map(([, name = '', value = '']) => [plain(name), plain(value)]));
  const xml = Buffer.from(fields['SAMLRequest'] ?? fields['SAMLResponse'] ?? '', 'base64').toString();
  return { to, fields, xml };
}

export type Told = {
  now: Date;
  acs: string;
  audience: string;
  request: string | null;
  name?: string;
  /** Of the name, the last part of it: `transient`. */
  format?: string;
  id?: string;
  issuer?: string;
  answerIssuer?: string;
  destination?: string;
  recipient?: string;
  inResponseTo?: string | null;
  /** In seconds from now. */
  from?: number;
  until?: number;
  confirmedUntil?: number;
  /** When the provider's own session ends; it says nothing of that otherwise. */
  sessionUntil?: number;
  /** When it asked the person who they are, in seconds from now; now where nothing is said. */
  asked?: number;
  status?: string;
  attributes?: Record<string, string>;
  /** More within the assertion. */
  extra?: string;
};

const at = (now: Date, seconds: number): string => new Date(now.getTime() + seconds * 1000).toISOString();
const SAML = 'urn:oasis:names:tc:SAML:2.0:';

/** An assertion, unsigned. */
export function assertion(told: Told): string {
  const { now, acs, audience, request, name = 'cleo', id = '_a1', issuer = ENTITY } = told;
  const inResponseTo = told.inResponseTo === undefined ? request : told.inResponseTo;
  const format = told.format === undefined ? '' : ` Format="${SAML}nameid-format:${told.format}"`;
  const attributes = Object.entries(told.attributes ?? {}).map(
    ([key, value]) =>
      `<saml:Attribute Name="${key}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
  );
  return (
    `<saml:Assertion xmlns:saml="${SAML}assertion" ID="${id}" Version="2.0" IssueInstant="${at(now, 0)}">` +
    `<saml:Issuer>${issuer}</saml:Issuer>` +
    `<saml:Subject><saml:NameID${format}>${name}</saml:NameID><saml:SubjectConfirmation Method="${SAML}cm:bearer">` +
    `<saml:SubjectConfirmationData Recipient="${told.recipient ?? acs}" ` +
    (inResponseTo === null ? '' : `InResponseTo="${inResponseTo}" `) +
    `NotOnOrAfter="${at(now, told.confirmedUntil ?? 300)}"/></saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${at(now, told.from ?? -5)}" NotOnOrAfter="${at(now, told.until ?? 300)}">` +
    `<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction>` +
    `</saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${at(now, told.asked ?? 0)}" SessionIndex="s1"` +
    (told.sessionUntil === undefined ? '/>' : ` SessionNotOnOrAfter="${at(now, told.sessionUntil)}"/>`) +
    (attributes.length > 0 ? `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>` : '') +
    `${told.extra ?? ''}</saml:Assertion>`
  );
}

/** An answer around what is in it, unsigned. */
export function response(told: Told, inner: string): string {
  const { now, acs, request, answerIssuer = ENTITY, status = `${SAML}status:Success` } = told;
  return (
    `<samlp:Response xmlns:samlp="${SAML}protocol" ID="_r1" Version="2.0" IssueInstant="${at(now, 0)}" ` +
    `Destination="${told.destination ?? acs}"${request === null ? '' : ` InResponseTo="${request}"`}>` +
    `<saml:Issuer xmlns:saml="${SAML}assertion">${answerIssuer}</saml:Issuer>` +
    `<samlp:Status><samlp:StatusCode Value="${status}"/></samlp:Status>${inner}</samlp:Response>`
  );
}

type Algorithm = 'sha1' | 'sha256' | 'sha512';
type SignedBy = { keys: Pick<Keys, 'privateKey'> };

/** The element of this name within the text, signed. */
export const signed = (
  xml: string,
  { keys }: SignedBy,
  element = 'Assertion',
  algorithm: Algorithm = 'sha256',
): string =>
  signXml(
    xml,
    `//*[local-name(.)='${element}']`,
    { reference: `//*[local-name(.)='${element}']/*[local-name(.)='Issuer']`, action: 'after' },
    {
      privateKey: keys.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
      signatureAlgorithm: algorithm,
      digestAlgorithm: algorithm,
    },
  );

const XMLENC = 'http://www.w3.org/2001/04/xmlenc#';
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';

/** The same in a way that the library does not know by itself. */
export function signedBy(
  xml: string,
  { keys }: SignedBy,
  {
    way,
    hash,
    digest = hash,
    element = 'Assertion',
  }: { way: 'rsa' | 'ecdsa'; hash: string; digest?: string; element?: string },
): string {
  const [by, exclusive] = [`${MORE}${way}-${hash}`, 'http://www.w3.org/2001/10/xml-exc-c14n#'];
  const digestAlgorithm = digest === 'sha384' ? `${MORE}sha384` : `${XMLENC}${digest}`;
  const signing = new SignedXml({
    privateKey: keys.privateKey,
    signatureAlgorithm: by,
    canonicalizationAlgorithm: exclusive,
  });
  signing.HashAlgorithms = {
    [digestAlgorithm]: class {
      getAlgorithmName = () => digestAlgorithm;
      getHash = (text: string) => createHash(digest).update(text).digest('base64');
    },
  };
  signing.SignatureAlgorithms = {
    [by]: class {
      getAlgorithmName = () => by;
      getSignature = (text: BinaryLike) => {
        const key = { key: keys.privateKey, dsaEncoding: 'ieee-p1363' } as const;
        return sign(hash, typeof text === 'string' ? Buffer.from(text) : text, key).toString('base64');
      };
      verifySignature = () => false;
    },
  };
  const xpath = `//*[local-name(.)='${element}']`;
  const transforms = ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive];
  signing.addReference({ xpath, transforms, digestAlgorithm });
  signing.computeSignature(xml, {
    location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: 'after' },
  });
  return signing.getSignedXml();
}

export type LogoutTold = {
  now: Date;
  to: string;
  id?: string;
  issuer?: string;
  name?: string;
  index?: string;
  /** In seconds from now. */
  made?: number;
  until?: number;
  extra?: string;
};

/** A request to log somebody out, unsigned. */
export const logoutRequest = (told: LogoutTold): string =>
  `<samlp:LogoutRequest xmlns:samlp="${SAML}protocol" ID="${told.id ?? '_l1'}" Version="2.0" ` +
  `IssueInstant="${at(told.now, told.made ?? 0)}" NotOnOrAfter="${at(told.now, told.until ?? 60)}" ` +
  `Destination="${told.to}"><saml:Issuer xmlns:saml="${SAML}assertion">${told.issuer ?? ENTITY}</saml:Issuer>` +
  `<saml:NameID xmlns:saml="${SAML}assertion">${told.name ?? 'cleo'}</saml:NameID>` +
  (told.index === undefined ? '' : `<samlp:SessionIndex>${told.index}</samlp:SessionIndex>`) +
  `${told.extra ?? ''}</samlp:LogoutRequest>`;

/** The address that carries it, signed; `small`: encoded as some providers do, in small letters. */
export function logoutAddress(
  xml: string,
  { keys }: SamlKeys,
  to: string,
  { algorithm = 'sha256', small = true }: { algorithm?: Algorithm; small?: boolean } = {},
): string {
  const method =
    algorithm === 'sha1'
      ? 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
      : `http://www.w3.org/2001/04/xmldsig-more#rsa-${algorithm}`;
  const encoded = (text: string): string =>
    small ? text.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()) : text;
  const message = { SAMLRequest: deflateRawSync(xml).toString('base64'), RelayState: 'r/1', SigAlg: method };
  const query = encoded(new URLSearchParams(message).toString());
  const signature = sign(algorithm, Buffer.from(query), keys.privateKey).toString('base64');
  return `${to}?${query}&${encoded(new URLSearchParams({ Signature: signature }).toString())}`;
}

const XMLENC11 = 'http://www.w3.org/2009/xmlenc11#';
/** How it is encrypted, where not as most do. */
type Encryption = {
  bits?: 128 | 192 | 256;
  mode?: 'gcm' | 'cbc';
  wrapping?: string;
  digest?: string;
  oaepHash?: string;
};

function byGcm(xml: string, key: Buffer, bits: 128 | 192 | 256): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv(`aes-${bits}-gcm`, key, iv);
  return Buffer.concat([iv, cipher.update(xml), cipher.final(), cipher.getAuthTag()]);
}

function byCbc(xml: string, key: Buffer, bits: 128 | 192 | 256): Buffer {
  const iv = randomBytes(16);
  const cipher = createCipheriv(`aes-${bits}-cbc`, key, iv);
  return Buffer.concat([iv, cipher.update(xml), cipher.final()]);
}

/** What is encrypted to the holder of a certificate (XML Encryption 1.1: AES-GCM, or AES-CBC; its key by RSA-OAEP). */
export function encrypted(
  xml: string,
  certificate: Uint8Array,
  { bits = 256, mode = 'gcm', wrapping = `${XMLENC}rsa-oaep-mgf1p`, digest, oaepHash = 'sha1' }: Encryption = {},
): string {
  const key = randomBytes(bits / 8);
  const data = mode === 'gcm' ? byGcm(xml, key, bits) : byCbc(xml, key, bits);
  const { publicKey } = new X509Certificate(pemOf('CERTIFICATE', certificate));
  const wrapped = publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash }, key);
  const value = (octets: Buffer): string =>
    `<xenc:CipherData><xenc:CipherValue>${octets.toString('base64')}</xenc:CipherValue></xenc:CipherData>`;
  return (
    `<saml:EncryptedAssertion xmlns:saml="${SAML}assertion">` +
    `<xenc:EncryptedData xmlns:xenc="${XMLENC}" Type="${XMLENC}Element">` +
    `<xenc:EncryptionMethod Algorithm="${mode === 'gcm' ? XMLENC11 : XMLENC}aes${bits}-${mode}"/>` +
    `<ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><xenc:EncryptedKey>` +
    `<xenc:EncryptionMethod Algorithm="${wrapping}">` +
    `<ds:DigestMethod Algorithm="${digest ?? 'http://www.w3.org/2000/09/xmldsig#sha1'}"/></xenc:EncryptionMethod>` +
    `${value(wrapped)}</xenc:EncryptedKey></ds:KeyInfo>${value(data)}</xenc:EncryptedData></saml:EncryptedAssertion>`
  );
}
