/** What the calls of a sign-in have in common, however a person proves who it is. */
import { z } from 'zod';

/** Names one login transaction; made by the browser, at least 128 random bits. */
export const state = z
  .string()
  .regex(/^[A-Za-z0-9_-]{16,128}$/)
  .describe('Names the login transaction; made by the browser, at least 128 random bits.');

/** Where the browser completes a sign-in. */
export const returnUrl = z.object({ return_url: z.string() }).meta({ shape: 'ReturnUrl' });

/** Why a call that proves somebody's identity writes no LOGIN itself. */
export const AT_THE_CALLBACK = 'The session begins at the callback, which writes LOGIN.';
