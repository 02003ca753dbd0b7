/** What every access token of our authorization server begins with: a scanner of leaked secrets knows it. */
export const ACCESS_TOKEN_PREFIX = 'signet_access_';
