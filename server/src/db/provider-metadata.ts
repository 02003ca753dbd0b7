/** What is kept of what an OpenID Connect provider says of itself (OpenID Connect Discovery 1.0, 3). */
export type ProviderMetadata = {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  jwks_uri: string;
  userinfo_endpoint?: string | undefined;
  /** The asymmetric ones alone. */
  id_token_signing_alg_values_supported: string[];
  /** The same of answers of the UserInfo endpoint. Missing where it names none, and in older metadata. */
  userinfo_signing_alg_values_supported?: string[] | undefined;
  token_endpoint_auth_method: 'client_secret_basic' | 'client_secret_post';
  /** Whether each of its answers says whose it is (RFC 9207). */
  authorization_response_iss_parameter_supported: boolean;
  /** Whether it was read from the own network: only then its endpoints may lie there too. Missing means no. */
  own_network?: boolean | undefined;
};

/** Its public keys (RFC 7517), and the second in which they were fetched. */
export type ProviderKeys = { jwks: { keys: object[] }; uat: number };

/** In seconds. Keys whose time of fetching lies farther ahead of now were fetched under a clock that was ahead. */
export const KEYS_AHEAD = 60;
