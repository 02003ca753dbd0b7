/** Settings of a SAML provider that are tried: they travel sealed with the request, and are stored nowhere else. */
import { SAML_CERTIFICATE_STATES } from '@signet/contract/areas/saml-names';
import { z } from 'zod';
import type { Provider } from './config-store.ts';
import { BINDINGS } from './metadata.ts';

const text = z.string().nullable();
const octets = z.codec(z.string(), z.instanceof(Buffer), {
  decode: (base64) => Buffer.from(base64, 'base64'),
  encode: (der) => der.toString('base64'),
});
const instant = z.codec(z.string(), z.date(), { decode: (iso) => new Date(iso), encode: (at) => at.toISOString() });
const settings = z.object({
  entityId: z.string(),
  signOnAddress: z.string(),
  signOnBinding: z.enum(BINDINGS).default('redirect'),
  attributeNames: z.object({ email: text, first_name: text, last_name: text }),
  certificates: z.array(
    z.object({
      thumb_print: z.string(),
      certificate: octets,
      common_name: z.string(),
      valid_from: instant,
      valid_to: instant,
      state: z.enum(SAML_CERTIFICATE_STATES),
      last_used_at: instant.nullable(),
      dropped_at: instant.nullable(),
    }),
  ),
});
export type TriedSettings = z.output<typeof settings>;

export const writeSettings = (tried: TriedSettings): string => JSON.stringify(z.encode(settings, tried));

/** The provider as it would be with them. */
export const readSettings = (accountId: string, written: string): Provider => ({
  ...settings.parse(JSON.parse(written)),
  accountId,
  accountName: '',
  enabled: true,
  idpInitiated: false,
});
