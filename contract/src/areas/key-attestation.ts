/** What the maker of a token vouches for, of a key that was made in it. */
import { z } from 'zod';

/** When the token asks for its PIN, and for a touch, before it uses the key. The words are the maker's. */
export const PIN_POLICIES = ['never', 'once', 'always', 'match_once', 'match_always'] as const;
export const TOUCH_POLICIES = ['never', 'always', 'cached'] as const;
export const FORM_FACTORS = [
  'usb_a_keychain',
  'usb_a_nano',
  'usb_c_keychain',
  'usb_c_nano',
  'usb_c_lightning',
  'usb_a_bio',
  'usb_c_bio',
] as const;

/** Null is what an older token does not say. */
export const keyAttestation = z
  .object({
    format: z.enum(['piv']).describe('As tokens for PIV of Yubico attest.'),
    maker: z.string().describe('The authority of the maker that vouches for the token.'),
    serial_number: z.string().nullable().describe('Of the token, as it is printed on it.'),
    firmware: z.string().describe('Three numbers with points.'),
    pin_policy: z.enum(PIN_POLICIES),
    touch_policy: z.enum(TOUCH_POLICIES),
    form_factor: z.enum(FORM_FACTORS).nullable(),
  })
  .meta({ shape: 'KeyAttestation' });
export type KeyAttestation = z.output<typeof keyAttestation>;
