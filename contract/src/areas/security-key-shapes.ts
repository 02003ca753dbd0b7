/** What a browser and a security key are asked and answer, as WebAuthn level 3 spells it in JSON (section 5.1). */
import { z } from 'zod';
import { text } from '../fields.ts';

/** Octets in base64url; none of WebAuthn's is longer than a request may be. */
const octets = z
  .string()
  .max(65_536)
  .regex(/^[A-Za-z0-9_-]*$/);
const descriptor = z
  .object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) })
  .meta({ shape: 'SecurityKeyDescriptor' });
const verification = z.enum(['required', 'preferred']);

/** For navigator.credentials.get(). */
export const keyRequest = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.number(),
    userVerification: verification,
    allowCredentials: z.array(descriptor),
  })
  .meta({ shape: 'SecurityKeyRequest' });

/** For navigator.credentials.create(). */
export const keyCreation = z
  .object({
    rp: z.object({ id: z.string().describe('The host of the console.'), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    challenge: z.string(),
    pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
    timeout: z.number(),
    excludeCredentials: z.array(descriptor),
    authenticatorSelection: z.object({ residentKey: verification, userVerification: verification }),
    attestation: z.literal('none'),
    extensions: z.object({ credProps: z.boolean() }),
  })
  .meta({ shape: 'SecurityKeyCreation' });

const answered = { id: octets, rawId: octets, type: z.literal('public-key') };
const extensionResults = z
  .object({ credProps: z.object({ rk: z.boolean().optional() }).optional() })
  .meta({ shape: 'SecurityKeyExtensions' });

/** What navigator.credentials.get() answers. Browsers add members, which say nothing here. */
export const keyAnswer = z
  .object({
    ...answered,
    response: z.object({
      authenticatorData: octets,
      clientDataJSON: octets,
      signature: octets,
      userHandle: octets.optional(),
    }),
    clientExtensionResults: extensionResults,
  })
  .meta({ shape: 'SecurityKeyAnswer' });
export type KeyAnswer = z.output<typeof keyAnswer>;

/** What navigator.credentials.create() answers. */
export const keyRegistration = z
  .object({
    ...answered,
    response: z.object({
      attestationObject: octets,
      clientDataJSON: octets,
      transports: z.array(text(32)).max(10).optional(),
    }),
    clientExtensionResults: extensionResults,
  })
  .meta({ shape: 'SecurityKeyRegistration' });
export type KeyRegistration = z.output<typeof keyRegistration>;
