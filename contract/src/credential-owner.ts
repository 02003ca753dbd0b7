/** Whose credentials a list is of (API tokens, client-authentication certificates), and what the viewer may do. */
import { z } from 'zod';
import { answeredReason, id } from './fields.ts';

export const credentialOwner = z
  .object({
    id,
    name: z.string(),
    user_name: z.string(),
    service_user: z.boolean(),
    why_not_manage: answeredReason.nullable().describe('Null where the viewer may make and change those of it.'),
  })
  .meta({ shape: 'CredentialOwner' });
