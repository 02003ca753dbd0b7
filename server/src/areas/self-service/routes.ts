import type { areas } from '@signet/contract';
import { plainDomain, whyNotAllowedDomain, whyNotSelfServiceEmail } from '@signet/contract/areas/self-service-rules';
import type { SelfServiceRequest } from '@signet/contract/areas/self-service';
import { storedDateTime } from '@signet/contract/dates';
import { Problem, refuseField } from '@signet/contract/problem';
import type { AuditDetail, HandlersOf } from '../../http/handler.ts';
import { askForPasscode, requirePasscode } from '../../self-service/passcode-store.ts';
import { requireLink } from '../../self-service/link-store.ts';
import {
  beginRequest,
  countName,
  lockRequest,
  requireRequest,
  setValidated,
  statusOf,
  updateRequest,
  userNameTaken,
  type SelfServiceRequest as StoredRequest,
} from '../../self-service/request-store.ts';
import { beginAtProvider } from '../../sign-in/federation/offer.ts';
import { createLink, endLink, listLinks } from './link-store.ts';
import { createSelfServicePerson, whyNotOnboard } from './person-store.ts';

const answer = (request: StoredRequest): SelfServiceRequest => ({
  id: request.id,
  status: statusOf(request),
  email: request.email,
  account_name: request.link.account_name,
  domains: request.link.domains,
  expires_at: storedDateTime(request.expires_at),
});

/** A request as the resource of an audit event, of the account whose link it came by. */
const asResource = ({ id, email, link }: StoredRequest): AuditDetail => ({
  resource_id: id,
  resource_name: email,
  account_id: link.account_id,
});

/** Throws under `email` unless the address may be used with a link for these domains. */
function requireEmail(email: string, domains: readonly string[]): void {
  refuseField('email', whyNotSelfServiceEmail(email, domains));
}

export const selfServiceRoutes: HandlersOf<typeof areas.selfService> = {
  async links({ viewer, db, params, now, runtime }) {
    const items = await listLinks(viewer, db, runtime, params.id, now);
    return { items, total: items.length };
  },

  async createLink({ viewer, db, params, body, now, runtime, audit }) {
    const { after, event } = await createLink(viewer, db, runtime, params.id, body, now);
    audit(event);
    return after;
  },

  async endLink({ viewer, db, params, audit }) {
    audit(await endLink(viewer, db, params));
  },

  async open({ db, query, now }) {
    const { account_id, account_name, domains } = await requireLink(db, query.state, now);
    return { account_id, account_name, domains };
  },

  async verifyDomain({ db, params, query, now }) {
    const { domains } = await requireLink(db, query.state, now);
    refuseField('domain', whyNotAllowedDomain(params.domain, domains));
    return { domain: plainDomain(params.domain), allowed: true };
  },

  async idpUrl({ db, params, query, now, runtime }) {
    const link = await requireLink(db, query.state, now);
    if (link.account_id !== params.id) throw new Problem('SELF_SERVICE_LINK_ENDED');
    const { url, standard } = await beginAtProvider({ db, runtime, now }, link.account_id, query.locale);
    return { idp_url: url, standard_login: standard };
  },

  async begin({ db, query, body, now, audit }) {
    const link = await requireLink(db, query.state, now, { lock: true });
    requireEmail(body.email, link.domains);
    const { request, state } = await beginRequest(db, link, body, now);
    await askForPasscode(db, request, now);
    audit({ ...asResource(request), after: { email: request.email } });
    return { ...answer(request), state };
  },

  read: async ({ db, params, query, now }) => answer(await requireRequest(db, { ...params, ...query }, now)),

  async update({ db, params, query, body, now, audit }) {
    const before = await lockRequest(db, { ...params, ...query }, now);
    requireEmail(body.email, before.link.domains);
    const after = await updateRequest(db, before, body);
    if (after.validated_at === null) await askForPasscode(db, after, now);
    audit({ ...asResource(after), before: { email: before.email }, after: { email: after.email } });
    return answer(after);
  },

  async resetPasscode({ db, params, query, now, audit }) {
    const request = await lockRequest(db, { ...params, ...query }, now);
    await askForPasscode(db, request, now);
    audit({ ...asResource(request), message: 'PASSCODE_SENT' });
  },

  async validatePasscode({ db, params, query, body, now, runtime, audit }) {
    const request = await lockRequest(db, { ...params, ...query }, now);
    try {
      await requirePasscode(db, runtime, request, body.passcode, now);
    } catch (wrong) {
      if (wrong instanceof Problem && wrong.commit)
        audit({
          ...asResource(request),
          as: { action: 'UPDATE', resource: 'SELF_SERVICE_REQUEST', result: 'failure' },
          message: wrong.reason.status,
        });
      throw wrong;
    }
    await setValidated(db, request.id, now);
    audit({ ...asResource(request), before: { validated: false }, after: { validated: true } });
    return { status: 'VALIDATED' };
  },

  async userNameExists({ db, params, query: { user_name, ...query }, now }) {
    const request = await requireRequest(db, { ...params, ...query }, now);
    if (statusOf(request) !== 'VALIDATED') throw new Problem('PASSCODE_REQUIRED');
    await countName(db, request.id);
    return { exists: await userNameTaken(db, user_name) };
  },

  async eligibility({ db, params, query, now }) {
    const why_not = await whyNotOnboard(db, await requireRequest(db, { ...params, ...query }, now));
    return { eligible: why_not === null, why_not };
  },

  async create({ db, query, body, now, runtime, audit }) {
    const request = await lockRequest(db, query, now);
    const id = await createSelfServicePerson(db, runtime, request, body, now);
    const { first_name, last_name, user_name, nationality } = body;
    const { account_id, access_scope, id: linkId } = request.link;
    audit({
      resource_id: id,
      resource_name: user_name,
      account_id,
      actor: { id, name: `${first_name} ${last_name}`, scope: access_scope },
      after: {
        first_name,
        last_name,
        email: request.email,
        user_name,
        access_scope,
        nationality: nationality ?? null,
        self_service_link: linkId,
      },
    });
    return { status: 'CREATED', self_service_request_id: request.id, user_name };
  },
};
