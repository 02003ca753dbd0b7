/** By which ways people of an account sign in, and whom a change of that would shut out. */
import { z } from 'zod';
import { ACCESS } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { day, namedRecord, ONE_ACCOUNT } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { SIGN_IN_METHODS } from './sign-in-method-rules.ts';

const STATUS = z.enum(['enabled', 'disabled']);

/** A way in which people of an account sign in. */
export const signInMethod = z
  .object({
    signInMethod: z.enum(['standard', 'singleSignOnSaml', 'singleSignOnOidc']),
    status: STATUS,
    mfaStatus: STATUS,
    clientAuthCertLoginEnabled: z.boolean(),
  })
  .meta({ shape: 'SignInMethod' });

/**
 * Exactly what the edit page sends. `standard_login` is what is asked for; the rest is the account as it was
 * read.
 */
export const standardSignIn = z
  .strictObject({
    name: z.string().max(LIMITS.accountNameMax),
    service_period: z.strictObject({ from: day, to: day.nullable() }).meta({ shape: 'ServicePeriod' }),
    sign_in_methods: z.array(signInMethod.partial().required({ signInMethod: true, status: true })).max(10),
    standard_login: z.boolean(),
  })
  .meta({ shape: 'StandardSignIn' });
export type StandardSignIn = z.output<typeof standardSignIn>;

/**
 * Whom switching a way shuts out: people who have a way in today that is known to work, and would have none. A password
 * that was set, a certificate that is good and a name at the provider are known to work.
 */
const signInEffects = z
  .object({
    people: z.number().int(),
    /** The first of them by name, as far as the viewer may see them. */
    first: z.array(namedRecord),
    /** How many of them may decide how the account signs in. */
    administrators: z.number().int(),
    yourself: z.boolean(),
  })
  .meta({ shape: 'SignInEffects' });
export type SignInEffects = z.output<typeof signInEffects>;

export const accountSignIn = {
  signInEffects: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/account/{id}/sign-in-effects',
    summary: 'Whom it shuts out when a way to sign in is switched.',
    access: ACCESS.accounts.editSignIn,
    params: ONE_ACCOUNT,
    query: z.strictObject({
      method: z.enum(SIGN_IN_METHODS).describe('The way to sign in.'),
      enabled: z.enum(['true', 'false']).describe('What it would be switched to.'),
    }),
    success: 200,
    response: signInEffects,
  }),
};
