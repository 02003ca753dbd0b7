import { sql, type RawBuilder } from 'kysely';

/**
 * SQL for "the authority of this certificate was not revoked": with it falls all that it has signed (RFC 6960, 2.7),
 * and no row is written for that. `alias` names the certificate table in the query; one that was brought here has no
 * authority that could fall.
 */
export const authorityStands = (alias: string): RawBuilder<boolean> => sql<boolean>`not exists (
  select from certificate_authority fallen
  where fallen.id = ${sql.ref(`${alias}.authority_id`)} and fallen.state = 'revoked')`;

/**
 * SQL for "this certificate came with its account": an authority of another platform has signed it, and what has become
 * of it is known there alone. Of one that was uploaded, for which somebody here stands, there is no content.
 */
export const cameWithAccount = (alias: string): RawBuilder<boolean> => sql<boolean>`(
  ${sql.ref(`${alias}.authority_id`)} is null and ${sql.ref(`${alias}.content`)} is not null)`;
