/** Handlers of trials of an account's identity provider, and of what it answered. */
import type { signInTrials } from '@signet/contract/areas/sign-in-trials';
import { needsSecret, OIDC_SCOPES, SUBJECT_CLAIM } from '@signet/contract/areas/oidc-config-record';
import { fieldProblem, notFound, Problem } from '@signet/contract/problem';
import type { HandlersOf } from '../../http/handler.ts';
import { newId } from '../../ids.ts';
import { hashSecret, newSecret } from '../../secrets.ts';
import { answersOf, claimTrial, findAnswer } from '../../sign-in/federation/answer-store.ts';
import { leadToProvider as leadToOidc } from '../../sign-in/oidc/begin.ts';
import { findProvider as findOidcProvider } from '../../sign-in/oidc/config-store.ts';
import { discover } from '../../sign-in/oidc/discover.ts';
import { writeSettings as writeOidc } from '../../sign-in/oidc/tried-settings.ts';
import { leadToProvider as leadToSaml } from '../../sign-in/saml/begin.ts';
import { findProvider as findSamlProvider } from '../../sign-in/saml/config-store.ts';
import { readSettings, writeSettings as writeSaml } from '../../sign-in/saml/tried-settings.ts';
import { editableAccount, triedSettings } from './saml-store.ts';

/** A trial by somebody, and what only their tab knows. */
function newTrial(by: string, settings: string) {
  const state = newSecret();
  const tab = hashSecret(state).toString('base64');
  const trial = { settings, sent: '', state_hash: tab };
  return { state, tab, errand: { state: null, trialBy: by, trial } };
}

const eventOf = (accountId: string, provider: string) => ({
  resource_id: accountId,
  resource_name: provider,
  account_id: accountId,
});

export const signInTrialRoutes: HandlersOf<typeof signInTrials> = {
  async trySaml(call) {
    const { viewer, db, params, body, now, audit } = call;
    await editableAccount(viewer, db, params.id, now);
    const settings = triedSettings(body, await findSamlProvider(db, params.id), now);
    const { state, tab, errand } = newTrial(viewer.userId, writeSaml(settings));
    audit(eventOf(params.id, settings.entityId));
    return { url: await leadToSaml(call, readSettings(params.id, errand.trial.settings), errand), state, tab };
  },

  async tryOidc(call) {
    const { viewer, db, params, body, now, runtime, audit } = call;
    await editableAccount(viewer, db, params.id, now);
    const { issuer, client_id: clientId, client_secret } = body;
    const kept = await findOidcProvider(db, runtime.seal, params.id);
    const known = kept && { issuer: kept.issuer, client_id: kept.clientId };
    // Nobody learns a secret by having it sent to a provider of their own.
    const secret = client_secret ?? (needsSecret(known, { issuer, client_id: clientId }) ? undefined : kept?.secret);
    if (secret === undefined) throw fieldProblem('client_secret', { status: 'REQUIRED' });
    const found = await discover(issuer, runtime.config.OWN_NETWORK_PROVIDERS);
    if ('fault' in found) throw fieldProblem('issuer', found.fault);
    const settings = {
      configId: newId(),
      accountId: params.id,
      issuer,
      clientId,
      secret,
      scopes: body.scopes ?? kept?.scopes ?? OIDC_SCOPES,
      userClaim: body.user_claim ?? kept?.userClaim ?? SUBJECT_CLAIM,
      metadata: found.metadata,
    };
    return async (tx) => {
      const { state, tab, errand } = newTrial(viewer.userId, writeOidc(settings));
      const provider = { ...settings, enabled: true, discoveredAt: now, keys: null };
      audit(eventOf(params.id, issuer));
      return { url: await leadToOidc({ ...call, db: tx }, provider, { ...errand, loginHint: null }), state, tab };
    };
  },

  async claimTrial({ viewer, db, params, body, now, runtime }) {
    await editableAccount(viewer, db, params.id, now);
    const answer = await claimTrial({ db, now, runtime }, params.id, { ...body, by: viewer.userId });
    if (!answer) throw new Problem('CODE_INVALID');
    return answer;
  },

  async federatedAnswers({ viewer, db, params, query, now, runtime }) {
    await editableAccount(viewer, db, params.id, now);
    const answers = await answersOf({ db, now, runtime }, { accountId: params.id, method: query.method });
    return { items: answers.map(({ id, trial, problem, name, at }) => ({ id, trial, problem, name, at })) };
  },

  async federatedAnswer({ viewer, db, params, now, runtime }) {
    await editableAccount(viewer, db, params.id, now);
    const answer = await findAnswer({ db, now, runtime }, params.id, params.answerId);
    if (!answer) throw notFound();
    return answer;
  },
};
