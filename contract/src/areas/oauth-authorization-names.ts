/** Names that the authorization of OAuth clients adds to the lists of the platform, without schemas. */
export const oauthAuthorizationProblems = {
  /** The client belongs to another account than the person. */
  OAUTH_CLIENT_ELSEWHERE: 403,
  /** The client asks for somebody else than the person who is signed in. */
  OAUTH_OTHER_PERSON: 403,
  /** Of an access token: it has ended or was taken back, or its client is switched off or deleted. */
  ACCESS_TOKEN_INVALID: 401,
  /** The request has ended, or was begun by another browser. */
  OAUTH_REQUEST_ENDED: 410,
} as const;

export const oauthAuthorizationAuditResources = ['OAUTH_CONSENT'] as const;

/** The cookie that shows a browser to be the one that a request came from. */
export const AUTHORIZATION_COOKIE = 'signet_authorization';
/** Where the request of an OAuth client is read and answered by its person. */
export const authorizationPath = (id: string): string => `/account/ui-api/v1/oauth-authorization/${id}`;
