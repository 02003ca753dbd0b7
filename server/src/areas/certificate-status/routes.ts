import type { areas } from '@signet/contract';
import { notFound } from '@signet/contract/problem';
import { publishedCertificate, publishedList } from '../../authority/published-store.ts';
import { answerStatus } from '../../authority/status-answer.ts';
import type { HandlersOf } from '../../http/handler.ts';

/** A cache asks again after an hour: a list is signed anew as soon as something was revoked. */
const LIST_SECONDS = 3_600;
/** A certificate stays as it is. */
const CERTIFICATE_SECONDS = 86_400;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

const secondsLeft = (until: Date, now: Date, most: number): number =>
  Math.max(0, Math.min(most, Math.floor((until.getTime() - now.getTime()) / 1000)));

const OCSP = 'application/ocsp-response';

export const certificateStatusRoutes: HandlersOf<typeof areas.certificateStatus> = {
  async list({ db, params, now }) {
    const published = await publishedList(db, params.id);
    if (!published) throw notFound();
    const { list, thisUpdate, nextUpdate } = published;
    const seconds = secondsLeft(nextUpdate, now, LIST_SECONDS);
    return { type: 'application/pkix-crl', octets: list, fresh: { since: thisUpdate, until: nextUpdate, seconds } };
  },

  async issuer({ db, params, now }) {
    const published = await publishedCertificate(db, params.id);
    if (!published) throw notFound();
    const { certificate, since, until } = published;
    const fresh = { since, until, seconds: secondsLeft(until, now, CERTIFICATE_SECONDS) };
    return { type: 'application/pkix-cert', octets: certificate, fresh };
  },

  async ask({ runtime, params, body, origin, now }) {
    const { octets } = await answerStatus(runtime, params.id, { der: body, address: origin.ip, now });
    return { type: OCSP, octets };
  },

  async read({ runtime, params, origin, now }) {
    const der = BASE64.test(params.request) ? Buffer.from(params.request, 'base64') : new Uint8Array();
    const { octets, kept } = await answerStatus(runtime, params.id, { der, address: origin.ip, now });
    return { type: OCSP, octets, ...(kept ? { fresh: kept } : {}) };
  },
};
