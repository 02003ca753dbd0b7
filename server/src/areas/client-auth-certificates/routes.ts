import type { areas } from '@signet/contract';
import type { HandlersOf } from '../../http/handler.ts';
import type { AskedOwner } from '../../people/owner-store.ts';
import { addCertificate } from './add-store.ts';
import { listEndingCertificates } from './ending-store.ts';
import {
  deleteCertificate,
  enableCertificate,
  listCertificates,
  readClientCertificate,
  revokeClientCertificate,
  type CertificatePlace,
} from './store.ts';

const person = ({ id }: { id: string }): AskedOwner => ({ userId: id });
const serviceUser = ({ id }: { id: string }): AskedOwner => ({ userId: id, serviceUser: true });
type Place = { id: string; certId: string };
const ofPerson = ({ id, certId }: Place): CertificatePlace => ({ userId: id, certId });
const ofServiceUser = ({ id, certId }: Place): CertificatePlace => ({ userId: id, serviceUser: true, certId });

export const clientAuthCertificatesRoutes: HandlersOf<typeof areas.clientAuthCertificates> = {
  ending: ({ viewer, db, now }) => listEndingCertificates(viewer, db, now),

  list: ({ viewer, db, params, query, now }) => listCertificates(viewer, db, person(params), query, now),

  async add({ viewer, db, params, body, now, runtime, audit }) {
    const { after, event, pkcs12 } = await addCertificate(runtime, viewer, db, person(params), body, now);
    audit(event);
    return { ...after, pkcs12: pkcs12 && pkcs12.toString('base64') };
  },

  read: ({ viewer, db, params, now }) => readClientCertificate(viewer, db, ofPerson(params), { now }),

  async enable({ viewer, db, params, body, now, audit }) {
    const { after, event } = await enableCertificate(viewer, db, ofPerson(params), body.enabled, now);
    audit(event);
    return after;
  },

  async revoke({ viewer, db, params, body, now, audit }) {
    const { after, event, also } = await revokeClientCertificate(viewer, db, ofPerson(params), body.reason, now);
    audit(event);
    for (const one of also) audit(one);
    return after;
  },

  async remove({ viewer, db, params, now, audit }) {
    const { event } = await deleteCertificate(viewer, db, ofPerson(params), now);
    audit(event);
  },

  listOfServiceUser: ({ viewer, db, params, query, now }) =>
    listCertificates(viewer, db, serviceUser(params), query, now),

  async addOfServiceUser({ viewer, db, params, body, now, runtime, audit }) {
    const { after, event, pkcs12 } = await addCertificate(runtime, viewer, db, serviceUser(params), body, now);
    audit(event);
    return { ...after, pkcs12: pkcs12 && pkcs12.toString('base64') };
  },

  readOfServiceUser: ({ viewer, db, params, now }) => readClientCertificate(viewer, db, ofServiceUser(params), { now }),

  async enableOfServiceUser({ viewer, db, params, body, now, audit }) {
    const { after, event } = await enableCertificate(viewer, db, ofServiceUser(params), body.enabled, now);
    audit(event);
    return after;
  },

  async revokeOfServiceUser({ viewer, db, params, body, now, audit }) {
    const { after, event, also } = await revokeClientCertificate(viewer, db, ofServiceUser(params), body.reason, now);
    audit(event);
    for (const one of also) audit(one);
    return after;
  },

  async removeOfServiceUser({ viewer, db, params, now, audit }) {
    const { event } = await deleteCertificate(viewer, db, ofServiceUser(params), now);
    audit(event);
  },
};
