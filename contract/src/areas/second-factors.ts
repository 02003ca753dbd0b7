/** Second factors: the step after the password, and what people keep for it. */
import { z } from 'zod';
import { IN_SESSION } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { dateTime, filledLine, id, text, typedSecret } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { keyAnswer, keyCreation, keyRegistration, keyRequest } from './security-key-shapes.ts';
import { FEDERATED_METHODS } from './sign-in-method-rules.ts';
import { tokens } from './sign-in.ts';

/** What names a sign-in whose password was right; it signs nobody in. */
const signIn = text(255).describe('What the refusal named the sign-in by (`sign_in`).');
const code = z
  .string()
  .min(1)
  .max(64)
  .describe('The six digits of an authenticator app, or a recovery code. Blanks and hyphens mean nothing.');
const name = filledLine(LIMITS.factorNameMax).describe('By which its person knows it again.');
const appSecret = z
  .object({
    id: z.uuid(),
    secret: z.string().describe('Base 32, for typing it into the app.'),
    uri: z.string().describe('otpauth:// address, for a QR code.'),
  })
  .meta({ shape: 'AuthenticatorAppSecret' });
const finished = tokens
  .extend({
    recovery_codes_left: z.number().int().nullable().describe('Where a recovery code was used: how many are left.'),
    recovery_codes: z.array(z.string()).describe('New ones, answered once; empty where none were made.'),
  })
  .meta({ shape: 'SignedInByTwoFactors' });

const AFTER_PASSWORD = { action: 'LOGIN', resource: 'BASIC_AUTH_MFA', onFailure: 'LOGIN_ERROR' } as const;
const NOT_ADMITTED = [
  'STATE_EXPIRED',
  'METHOD_DISABLED',
  'USER_DISABLED',
  'ACCOUNT_EXPIRED',
  'PLATFORM_LICENSE_EXPIRED',
] as const;
const KEY_PROBLEMS = ['SECURITY_KEY_UNKNOWN', 'SECURITY_KEY_CLONED', 'SECURITY_KEY_REFUSED'] as const;
/** New recovery codes, answered once; none where there are some already. */
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) }).meta({ shape: 'RecoveryCodes' });
const ONE = z.strictObject({ id: id.describe('Names the app or key.') });
const CHALLENGE = { none: 'A challenge opens nothing; what is answered to it is recorded.' } as const;
const factor = z
  .object({
    id,
    kind: z.enum(['app', 'key', 'passkey']),
    name: z.string(),
    created_at: dateTime,
    last_used_at: dateTime.nullable(),
  })
  .meta({ shape: 'SecondFactor' });
export type SecondFactor = z.output<typeof factor>;
const CODE_PROBLEMS = [...NOT_ADMITTED, 'SECOND_FACTOR_WRONG', 'SECOND_FACTOR_LOCKED'] as const;

export const secondFactors = {
  signInByCode: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/auth/second-factor/code',
    summary: 'Finishes a sign-in that answered SECOND_FACTOR_REQUIRED, by a code. A code of an app counts once.',
    access: 'public',
    audit: AFTER_PASSWORD,
    body: z.strictObject({ sign_in: signIn, code }),
    success: 200,
    response: finished,
    problems: CODE_PROBLEMS,
    perMinute: 60,
  }),
  beginSetUp: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/auth/second-factor/set-up',
    summary: 'The secret of an authenticator app, for a sign-in that answered SECOND_FACTOR_SETUP_REQUIRED.',
    access: 'public',
    audit: { none: 'The app counts once its first code was given, which is recorded.' },
    body: z.strictObject({ sign_in: signIn }),
    success: 200,
    response: appSecret,
    problems: NOT_ADMITTED,
    perMinute: 60,
  }),
  finishSetUp: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/auth/second-factor/set-up/confirm',
    summary: 'Makes the app count by its first code, answers recovery codes, and finishes the sign-in.',
    access: 'public',
    audit: AFTER_PASSWORD,
    body: z.strictObject({ sign_in: signIn, code, name }),
    success: 200,
    response: finished,
    problems: CODE_PROBLEMS,
    perMinute: 60,
  }),
  keyOptions: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/auth/second-factor/key/options',
    summary: 'What a security key is asked, for a sign-in that answered SECOND_FACTOR_REQUIRED.',
    access: 'public',
    audit: CHALLENGE,
    body: z.strictObject({ sign_in: signIn }),
    success: 200,
    response: keyRequest,
    problems: NOT_ADMITTED,
    perMinute: 60,
  }),
  signInByKey: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/auth/second-factor/key',
    summary: 'Finishes a sign-in that answered SECOND_FACTOR_REQUIRED, by a security key.',
    access: 'public',
    audit: AFTER_PASSWORD,
    body: z.strictObject({ sign_in: signIn, answer: keyAnswer }),
    success: 200,
    response: finished,
    problems: [...NOT_ADMITTED, ...KEY_PROBLEMS],
    perMinute: 60,
  }),
  passkeyOptions: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/auth/passkey/options',
    summary: 'What a passkey is asked that signs in without user name and password.',
    access: 'public',
    audit: CHALLENGE,
    success: 200,
    response: keyRequest,
    perMinute: 60,
  }),
  signInByPasskey: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/auth/passkey',
    summary: 'Signs in by a passkey that has verified its person: both factors in one.',
    access: 'public',
    audit: AFTER_PASSWORD,
    body: z.strictObject({ answer: keyAnswer }),
    success: 200,
    response: tokens,
    problems: [...KEY_PROBLEMS, 'METHOD_DISABLED', 'USER_DISABLED', 'ACCOUNT_EXPIRED', 'PLATFORM_LICENSE_EXPIRED'],
    perMinute: 60,
  }),
  list: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/second-factor',
    summary: 'The own second factors and passkeys, how many recovery codes are left, and whether one is asked for.',
    access: IN_SESSION,
    success: 200,
    response: z.object({
      items: z.array(factor),
      recovery_codes_left: z.number().int(),
      required: z.boolean().describe('An account of the person asks for a second factor.'),
    }),
  }),
  beginApp: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/second-factor/app',
    summary: 'The secret of one more authenticator app. It counts once its first code was given.',
    access: IN_SESSION,
    reauthenticate: true,
    audit: { none: 'The app counts once its first code was given, which is recorded.' },
    success: 201,
    response: appSecret,
    problems: ['TOO_MANY_FACTORS'],
  }),
  confirmApp: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/second-factor/app/confirm',
    summary: 'Makes the app count by its first code.',
    access: IN_SESSION,
    reauthenticate: true,
    audit: { action: 'CREATE', resource: 'SECOND_FACTOR' },
    body: z.strictObject({ code, name }),
    success: 201,
    response: recoveryCodes,
    problems: ['CODE_DOES_NOT_MATCH', 'TOO_MANY_FACTORS'],
  }),
  newKeyOptions: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/second-factor/key/options',
    summary: 'What a new security key or passkey is asked.',
    access: IN_SESSION,
    reauthenticate: true,
    audit: CHALLENGE,
    success: 201,
    response: keyCreation,
    problems: ['TOO_MANY_FACTORS'],
  }),
  addKey: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/second-factor/key',
    summary: 'Adds a security key, or a passkey where it finds its person by itself.',
    access: IN_SESSION,
    reauthenticate: true,
    audit: { action: 'CREATE', resource: 'SECOND_FACTOR' },
    body: z.strictObject({ name, answer: keyRegistration }),
    success: 201,
    response: recoveryCodes,
    problems: ['SECURITY_KEY_REFUSED', 'SECURITY_KEY_EXISTS', 'TOO_MANY_FACTORS'],
  }),
  rename: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/second-factor/{id}',
    summary: 'Gives one of the own apps and keys another name.',
    access: IN_SESSION,
    audit: { action: 'UPDATE', resource: 'SECOND_FACTOR' },
    params: ONE,
    body: z.strictObject({ name }),
    success: 204,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/account/ui-api/v1/second-factor/{id}',
    summary: 'Removes one of the own apps and keys; with the last one the recovery codes.',
    access: IN_SESSION,
    reauthenticate: true,
    audit: { action: 'DELETE', resource: 'SECOND_FACTOR' },
    params: ONE,
    success: 204,
  }),
  newRecoveryCodes: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/second-factor/recovery-codes',
    summary: 'Ten new recovery codes in place of all before.',
    access: IN_SESSION,
    reauthenticate: true,
    audit: { action: 'UPDATE', resource: 'SECOND_FACTOR' },
    success: 201,
    response: recoveryCodes,
    problems: ['NO_SECOND_FACTOR'],
  }),
  proofOptions: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/session/proof/options',
    summary: 'By what the person of a session can prove again who they are.',
    access: IN_SESSION,
    audit: CHALLENGE,
    success: 201,
    response: z.object({
      password: z.boolean(),
      code: z.boolean(),
      key: keyRequest.nullable(),
      providers: z.array(z.enum(FEDERATED_METHODS)).describe('Identity providers that know the person.'),
    }),
  }),
  beginProviderProof: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/session/proof/provider',
    summary:
      'Answers where the identity provider of the person of a session asks them again who they are. It leads back to ' +
      '/account/callback/provider, with a code that proves it together with `state`.',
    access: IN_SESSION,
    audit: CHALLENGE,
    body: z.strictObject({ method: z.enum(FEDERATED_METHODS) }),
    asks: true,
    success: 201,
    response: z.object({
      url: z.string(),
      state: z.string().describe('For the tab that asks, and nobody else.'),
      tab: z.string().describe('Names the tab: the address that the provider leads back to says so again.'),
    }),
    problems: ['METHOD_DISABLED', 'SAML_NOT_SET_UP', 'OIDC_NOT_SET_UP'],
    perMinute: 60,
  }),
  prove: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/session/proof',
    summary: 'Proves again who sits at a session, by one of password, code, security key and provider.',
    access: IN_SESSION,
    audit: { action: 'LOGIN', resource: 'SESSION', onFailure: 'LOGIN_ERROR' },
    body: z.strictObject({
      password: typedSecret.optional(),
      code: code.optional(),
      answer: keyAnswer.optional(),
      provider: z
        .strictObject({ code: text(255), state: text(255) })
        .optional()
        .describe('What the identity provider led back with, and what names the tab that asked.'),
    }),
    hashes: { where: 'password' },
    success: 204,
    problems: [
      'METHOD_DISABLED',
      'PASSWORD_WRONG',
      'USER_LOCKED',
      'SECOND_FACTOR_WRONG',
      'SECOND_FACTOR_LOCKED',
      'CODE_INVALID',
      ...KEY_PROBLEMS,
    ],
    perMinute: 60,
  }),
};
