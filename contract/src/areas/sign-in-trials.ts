/** Trying an identity provider's settings before they count, and what its answers were. */
import { z } from 'zod';
import { ACCESS } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { dateTime, id, ONE_ACCOUNT, text } from '../fields.ts';
import { SAML_SETTINGS_PROBLEMS, samlTried } from './account-saml.ts';
import { oidcTried } from './account-oidc.ts';
import { NOBODY_REASONS } from './newcomers.ts';
import { SAML_CERTIFICATE_STATES } from './saml-names.ts';
import { FEDERATED_METHODS } from './sign-in-method-rules.ts';

/** What an answer would make of the person whom it names. */
const becomes = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('person'), id, name: z.string(), user_name: z.string() }),
    z.object({ kind: z.literal('newcomer'), email: z.string(), first_name: z.string(), last_name: z.string() }),
    z.object({ kind: z.literal('nobody'), why: z.enum(NOBODY_REASONS) }),
  ])
  .meta({ shape: 'FederatedPerson' });

const said = z.object({ name: z.string(), values: z.array(z.string()) });
/** What is kept of an answer, sealed. */
export const federatedAnswerKept = z.object({
  detail: z.string().nullable().describe('What was wrong, in English, for whoever runs the provider.'),
  name: z.string().nullable().describe('What the provider calls the person; believed where `verified` says so.'),
  verified: z.boolean().describe('Whether signature, issuer, audience and times were right.'),
  certificate: z
    .object({ thumb_print: z.string(), common_name: z.string(), state: z.enum(SAML_CERTIFICATE_STATES) })
    .nullable()
    .describe('By which certificate of a SAML provider it is signed.'),
  said: z.array(said).describe('Attributes or claims, as they were sent.'),
  authenticated_at: dateTime.nullable().describe('When the provider asked the person.'),
  valid_until: dateTime.nullable(),
  sent: z.string().nullable().describe('What the provider was asked: the XML of SAML, or the address.'),
  response: z.string().describe('What it answered: the XML of SAML, or JSON. Tokens that open anything are left out.'),
  becomes: becomes.nullable().describe('Null where the answer was not good, and for sign-ins.'),
});
export type FederatedAnswerKept = z.output<typeof federatedAnswerKept>;

const answer = federatedAnswerKept
  .extend({
    id,
    method: z.enum(FEDERATED_METHODS),
    trial: z.boolean().describe('Whether somebody tried the settings; else a sign-in that failed.'),
    problem: z.string().nullable().describe('What was wrong, as the API calls it; null for nothing.'),
    at: dateTime,
  })
  .meta({ shape: 'FederatedAnswer' });
export type FederatedAnswer = z.output<typeof answer>;
const summary = answer
  .pick({ id: true, trial: true, problem: true, name: true, at: true })
  .meta({ shape: 'FederatedAnswerSummary' });
export type FederatedAnswerSummary = z.output<typeof summary>;

const begun = z
  .object({
    url: z.string().describe('Where the provider asks who it is; it leads back to /account/callback/provider.'),
    state: z.string().describe('For the tab that tries, and nobody else.'),
    tab: z.string().describe('Names the tab: the address that the provider leads back to says so again.'),
  })
  .meta({ shape: 'SignInTrial' });
const BEGIN = { action: 'CREATE', resource: 'SIGN_IN_TRIAL' } as const;
const { editSignIn } = ACCESS.accounts;

export const signInTrials = {
  trySaml: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/account/{id}/sign-in-trial/saml',
    summary:
      'Answers where a SAML provider is tried with settings that need not be saved. A trial signs nobody in, is good ' +
      'for one answer within ten minutes, and leads back with a code for the tab that began.',
    access: editSignIn,
    audit: BEGIN,
    params: ONE_ACCOUNT,
    body: samlTried,
    bodyMax: { bytes: 2_000_000, values: 200 },
    success: 201,
    response: begun,
    problems: SAML_SETTINGS_PROBLEMS,
    perMinute: 30,
  }),
  tryOidc: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/account/{id}/sign-in-trial/oidc',
    summary: 'The same for a provider of OpenID Connect. Without a secret the one that is kept is tried.',
    access: editSignIn,
    audit: BEGIN,
    params: ONE_ACCOUNT,
    body: oidcTried,
    asks: true,
    success: 201,
    response: begun,
    problems: [
      'OIDC_UNREACHABLE',
      'OIDC_ADDRESS_FORBIDDEN',
      'OIDC_NO_DISCOVERY',
      'OIDC_OTHER_ISSUER',
      'OIDC_UNSUITABLE',
    ],
    perMinute: 30,
  }),
  claimTrial: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/account/{id}/sign-in-trial/claim',
    summary: 'What came of a trial, for the tab that began it: by its state and the code that the provider led to.',
    access: editSignIn,
    audit: { none: 'What came of a trial is recorded when it comes.' },
    params: ONE_ACCOUNT,
    body: z.strictObject({ code: text(255), state: text(255) }),
    success: 200,
    response: answer,
    problems: ['CODE_INVALID'],
    perMinute: 60,
  }),
  federatedAnswers: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/account/{id}/federated-answer',
    summary:
      'Answers of the identity provider of the last hour, the newest first: of trials, and of sign-ins that failed.',
    access: editSignIn,
    params: ONE_ACCOUNT,
    query: z.strictObject({ method: z.enum(FEDERATED_METHODS).describe('Of which provider.') }),
    success: 200,
    response: z.object({ items: z.array(summary) }),
  }),
  federatedAnswer: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/account/{id}/federated-answer/{answerId}',
    summary: 'One of them, with what the provider sent.',
    access: editSignIn,
    params: ONE_ACCOUNT.extend({ answerId: id.describe('Names the answer.') }),
    success: 200,
    response: answer,
  }),
};
