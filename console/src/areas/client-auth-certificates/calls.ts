/** The calls for certificates of people, and the same ones of service users at their own addresses (S-321). */
import type { ClientAuthRevocationReason } from '@signet/contract/areas/client-auth-certificate-rules';
import { change } from '../../api/change.ts';

/** Whose certificates they are: below which address they lie. */
export type OwnerKind = 'user' | 'service-user';
export type Owner = { kind: OwnerKind; id: string };

export const LIST = {
  user: 'GET /account/ui-api/v1/user/{id}/client-auth-certificate',
  'service-user': 'GET /account/ui-api/v1/service-user/{id}/client-auth-certificate',
} as const;

export const READ = {
  user: 'GET /account/ui-api/v1/user/{id}/client-auth-certificate/{certId}',
  'service-user': 'GET /account/ui-api/v1/service-user/{id}/client-auth-certificate/{certId}',
} as const;

const ADD = {
  user: 'POST /account/ui-api/v1/user/{id}/client-auth-certificate',
  'service-user': 'POST /account/ui-api/v1/service-user/{id}/client-auth-certificate',
} as const;

const ENABLE = {
  user: 'PUT /account/ui-api/v1/user/{id}/client-auth-certificate/{certId}/enable',
  'service-user': 'PUT /account/ui-api/v1/service-user/{id}/client-auth-certificate/{certId}/enable',
} as const;

const REVOKE = {
  user: 'PUT /account/ui-api/v1/user/{id}/client-auth-certificate/{certId}/revoke',
  'service-user': 'PUT /account/ui-api/v1/service-user/{id}/client-auth-certificate/{certId}/revoke',
} as const;

const REMOVE = {
  user: 'DELETE /account/ui-api/v1/user/{id}/client-auth-certificate/{certId}',
  'service-user': 'DELETE /account/ui-api/v1/service-user/{id}/client-auth-certificate/{certId}',
} as const;

/** Has a certificate issued for a request, or brings one from a file. */
export const addCertificate = (
  { kind, id }: Owner,
  body: { name: string } & ({ csr: string } | { certificate: string }),
) => change(ADD[kind], { params: { id }, body });

export const enableCertificate = ({ kind, id }: Owner, certId: string, enabled: boolean) =>
  change(ENABLE[kind], { params: { id, certId }, body: { enabled } });

export const revokeCertificate = ({ kind, id }: Owner, certId: string, reason: ClientAuthRevocationReason) =>
  change(REVOKE[kind], { params: { id, certId }, body: { reason } });

export const removeCertificate = ({ kind, id }: Owner, certId: string) =>
  change(REMOVE[kind], { params: { id, certId } });
