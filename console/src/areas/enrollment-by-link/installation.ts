/**
 * The way to a certificate whose key the trust assistant keeps, in the order of S-160: key and request, certificate,
 * its installation, and the link is redeemed last. What is done is done: tried again, it goes on where it stopped.
 */
import type { Issued } from '../../pkcs/hand-over.ts';
import { statusOf } from '../../shell/assistant/problem-text.ts';
import { isKeySpent } from '../../shell/certificate/key-spent.ts';

/** A certificate that the platform has issued, with its serial number in hexadecimal digits. */
export type Enrolled = Issued & { serial: string };

export const STAGES = ['key', 'certificate', 'install', 'redeem'] as const;
export type Stage = (typeof STAGES)[number];

/**
 * Which token has made a key, the request that it signed, and what it says of the key: certificates in PEM, one behind
 * the other, or none. Nothing of it is secret.
 */
export type MadeRequest = { keystore: string; token: string; key: string; csr: string; attestation: string };

/** What of the way is behind. */
export type Progress = { request: MadeRequest | null; issued: Enrolled | null; installed: boolean };
export const NOTHING_DONE: Progress = { request: null, issued: null, installed: false };

export type Acts = {
  makeRequest: () => Promise<MadeRequest>;
  certify: (request: MadeRequest) => Promise<Enrolled>;
  install: (request: MadeRequest, issued: Enrolled) => Promise<void>;
  redeem: (issued: Enrolled) => Promise<void>;
};

/** Why it stopped, and where; with the serial number of the certificate that was there by then, else empty. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
  readonly stage: Stage;
  override readonly cause: unknown;
  readonly serial: string;
  constructor(stage: Stage, cause: unknown, serial = '') {
    super(`Stopped at ${stage}.`);
    this.stage = stage;
    this.cause = cause;
    this.serial = serial;
  }
}

/** The token has no key for the certificate any more: another one was made in its place, or it was deleted. */
const isKeyGone = (cause: unknown): boolean => statusOf(cause) === 'CERTIFICATE_WITHOUT_KEY';

/**
 * Does what is left to do. `onProgress` is told before each stage what is done by then: a page that keeps it and is
 * loaded again goes on with the same request, for which the platform answers the same certificate. Where a key leads no
 * further, as when another tab has had another one certified, nothing of it is kept.
 * @throws {Stopped}
 */
export async function carryOn(
  before: Progress,
  acts: Acts,
  onProgress: (stage: Stage, done: Progress) => void,
): Promise<Enrolled> {
  let done = before;
  async function at<T>(stage: Stage, act: () => Promise<T>): Promise<T> {
    onProgress(stage, done);
    try {
      return await act();
    } catch (cause) {
      if (isKeySpent(cause) || isKeyGone(cause)) onProgress(stage, NOTHING_DONE);
      throw new Stopped(stage, cause, done.issued?.serial);
    }
  }
  const request = done.request ?? (await at('key', acts.makeRequest));
  done = { ...done, request };
  const issued = done.issued ?? (await at('certificate', () => acts.certify(request)));
  done = { ...done, issued };
  if (!done.installed) {
    await at('install', () => acts.install(request, issued));
    done = { ...done, installed: true };
  }
  await at('redeem', () => acts.redeem(issued));
  return issued;
}
