/** The email domains of an account: who types an address of one is led to its identity provider. */
import { z } from 'zod';
import { ACCESS } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { dateTime, ONE_ACCOUNT, refuse } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { whyNotEmailDomains } from './email-domain-rules.ts';
import { plainDomain, typedDomains } from './self-service-rules.ts';

const domains = z
  .array(z.string().max(LIMITS.emailMax).transform(plainDomain))
  .transform((all) => [...new Set(all)])
  .superRefine((all, context) => {
    const reason = whyNotEmailDomains(all);
    if (reason) refuse(context, reason);
  })
  .meta({ wire: { type: 'array', items: { type: 'string' }, description: 'Email domains, without the @.' } });
const body = z
  .strictObject({
    domains,
    old_domains: z
      .array(z.string().max(LIMITS.domainMax))
      .max(LIMITS.emailDomainsMax)
      .optional()
      .describe(
        'The domains that were read, in any order. Refused with CHANGED_MEANWHILE if the domains are different now.',
      ),
  })
  .meta({ shape: 'EmailDomainsEdit' });
export type EmailDomainsEdit = z.output<typeof body>;

/** In a query: commas between them. */
const typed = z
  .string()
  .max(LIMITS.emailDomainsMax * (LIMITS.domainMax + 2))
  .transform(typedDomains)
  .meta({ wire: { type: 'string' } });

const emailDomain = z
  .object({
    name: z.string(),
    /** Whether it leads its people to the provider. */
    verified: z.boolean(),
    verified_by: z.enum(['dns', 'administrator']).nullable(),
    verified_at: dateTime.nullable(),
    /** The record in the DNS that proves it. */
    record: z.object({ name: z.string(), value: z.string() }).nullable(),
  })
  .meta({ shape: 'EmailDomain' });
export type EmailDomain = z.output<typeof emailDomain>;

const answer = z
  .object({ domains: z.array(emailDomain), can_edit: z.boolean().describe('Whether the caller may edit them.') })
  .meta({ shape: 'EmailDomains' });
export type EmailDomains = z.output<typeof answer>;

export const accountEmailDomains = {
  readEmailDomains: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/account/{id}/sso-email-domains',
    summary: 'The email domains of an account. The records that prove them are for those who may edit them.',
    access: ACCESS.accounts.view,
    params: ONE_ACCOUNT,
    success: 200,
    response: answer,
  }),
  createEmailDomains: endpoint({
    method: 'POST',
    path: '/account/ui-api/v1/account/{id}/sso-email-domains',
    summary: 'Gives an account its first email domains. Each leads nobody before it is verified.',
    access: ACCESS.accounts.editEmailDomains,
    reauthenticate: true,
    audit: { action: 'CREATE', resource: 'EMAIL_DOMAIN' },
    params: ONE_ACCOUNT,
    body,
    success: 201,
    response: answer,
    problems: ['CHANGED_MEANWHILE', 'DOMAINS_CONFIGURED', 'DOMAIN_TAKEN'],
  }),
  updateEmailDomains: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/account/{id}/sso-email-domains',
    summary: 'Gives an account other email domains. One that stays is verified as before.',
    access: ACCESS.accounts.editEmailDomains,
    reauthenticate: true,
    audit: { action: 'UPDATE', resource: 'EMAIL_DOMAIN' },
    params: ONE_ACCOUNT,
    body,
    success: 200,
    response: answer,
    problems: ['CHANGED_MEANWHILE', 'DOMAIN_TAKEN'],
  }),
  removeEmailDomains: endpoint({
    method: 'DELETE',
    path: '/account/ui-api/v1/account/{id}/sso-email-domains',
    summary: 'Takes all email domains of an account away.',
    access: ACCESS.accounts.editEmailDomains,
    reauthenticate: true,
    audit: { action: 'DELETE', resource: 'EMAIL_DOMAIN' },
    params: ONE_ACCOUNT,
    query: z.strictObject({
      old_domains: typed
        .optional()
        .describe(
          'The domains that were read, commas between them. Refused with CHANGED_MEANWHILE if they are different now.',
        ),
      old_verified: typed.optional().describe('Those of them that were read as verified, likewise.'),
    }),
    success: 204,
    problems: ['CHANGED_MEANWHILE'],
  }),
  validateEmailDomains: endpoint({
    method: 'GET',
    path: '/account/ui-api/v1/account/{id}/validate-domains',
    summary: 'Whether these can be the email domains of an account; what is wrong stands under domains.',
    access: ACCESS.accounts.editEmailDomains,
    params: ONE_ACCOUNT,
    query: z.strictObject({
      domains: typed
        .superRefine((all, context) => {
          const reason = whyNotEmailDomains(all);
          if (reason) refuse(context, reason);
        })
        .meta({ wire: { type: 'string', description: 'Email domains, commas between them.' } }),
    }),
    success: 200,
    response: z.object({ domains: z.array(z.string()) }),
    problems: ['DOMAIN_TAKEN'],
    perMinute: 240,
  }),
  verifyEmailDomain: endpoint({
    method: 'PUT',
    path: '/account/ui-api/v1/account/{id}/sso-email-domains/{domain}/verified',
    summary: 'Verifies an email domain: by its record in the DNS, or by the word of the administrator who asks.',
    access: ACCESS.accounts.editEmailDomains,
    asks: true,
    audit: { action: 'UPDATE', resource: 'EMAIL_DOMAIN' },
    reauthenticate: true,
    params: ONE_ACCOUNT.extend({
      domain: z.string().max(LIMITS.domainMax).transform(plainDomain).describe('The domain, without the @.'),
    }),
    body: z.strictObject({ by: z.enum(['dns', 'administrator']) }),
    success: 200,
    response: answer,
    problems: ['DOMAIN_TAKEN', 'DOMAIN_RECORD_MISSING', 'DNS_UNAVAILABLE'],
    perMinute: 30,
  }),
};
