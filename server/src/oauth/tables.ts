import type { Instant, InstantOrNull, Json, OrNull } from '../db/column-types.ts';

export type OauthTables = {
  oauth_artifact: {
    id_hash: Buffer;
    kind: string;
    payload: Json<Record<string, unknown>>;
    grant_id: OrNull<string>;
    oauth_client_id: OrNull<string>;
    user_id: OrNull<string>;
    consumed_at: InstantOrNull;
    created_at: Instant;
    expires_at: Instant;
  };
  oauth_consent: {
    user_id: string;
    oauth_client_id: string;
    scopes: string[];
    created_at: Instant;
    updated_at: Instant;
  };
  oauth_client_told: { oauth_client_id: string; what: 'issued' | 'refused'; at: Instant };
  oauth_signing_key: {
    id: string;
    state: 'next' | 'current' | 'retired';
    public_jwk: Json<Record<string, unknown>>;
    private_sealed: Buffer;
    created_at: Instant;
    state_since: Instant;
  };
};
