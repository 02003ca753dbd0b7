import { z } from 'zod';
import { ACCESS } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { dateTime } from '../fields.ts';

/**
 * What can stand still behind the requests, without any of them failing: events wait for their place in the audit log,
 * or were refused one, since no process of the platform wrote them; a receiver of the log's events is behind; jobs wait
 * that nobody does, or were given up after their last try; mail waits that does not leave, or was given up;
 * of an authority something ends that should have been renewed, or its key does not answer; what is stored of a
 * certificate is not what was signed; a file of the client tools is missing, or is not what its catalogue says.
 */
export const STANDSTILLS = [
  'audit-log',
  'audit-refused',
  'audit-forwarding',
  'jobs-waiting',
  'jobs-failed',
  'mail-waiting',
  'mail-failed',
  'authority-list',
  'authority-responder',
  'authority-end',
  'authority-intentions',
  'authority-key',
  'certificate-records',
  'client-tools',
] as const;
export type Standstill = (typeof STANDSTILLS)[number];

export const health = {
  read: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/platform/health',
    summary:
      'What stands still on the platform behind the requests and needs a person: how many, counted up to 1,000, and ' +
      'since when. Empty where all is well.',
    access: ACCESS.platformHealth.view,
    success: 200,
    response: z.object({
      items: z.array(z.object({ kind: z.enum(STANDSTILLS), count: z.number().int(), since: dateTime })),
      total: z.number().int(),
    }),
  }),
};
