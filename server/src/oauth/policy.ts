/** What an authorization request has to wait for: its person, at the console, every time. */
import { AUTHORIZATION_COOKIE, authorizationPath } from '@signet/contract/areas/oauth-authorization-names';
import { LIMITS } from '@signet/contract/limits';
import { interactionPolicy, type Interaction, type KoaContextWithOIDC } from 'oidc-provider';

const { Check, Prompt } = interactionPolicy;

/**
 * The console's session is not a cookie, so that no request carries it: each one leads to the console, where its person
 * is asked or, where they have agreed before, only passes.
 */
export function policy(): interactionPolicy.Prompt[] {
  const isUnanswered = ({ oidc }: KoaContextWithOIDC): boolean => oidc.result?.login === undefined;
  return [
    new Prompt(
      { name: 'login', requestable: true },
      new Check('at_the_console', 'The person signs in at the console.', 'login_required', isUnanswered),
    ),
    // Asked together with the former: the console's answer says who it was, and which grant they have made.
    new Prompt({ name: 'consent', requestable: true }),
  ];
}

/**
 * Where the request waits. The browser that began it gets a cookie, which the answer has to come with: whoever sends
 * the address of their own request to somebody else would be given that person's rights.
 */
export function consoleUrl(ctx: KoaContextWithOIDC, interaction: Interaction): string {
  ctx.cookies.set(AUTHORIZATION_COOKIE, interaction.cid, {
    path: authorizationPath(interaction.uid),
    httpOnly: true,
    sameSite: 'lax',
    signed: false,
    maxAge: LIMITS.oauthRequestSeconds * 1000,
  });
  return `/account/authorize/${interaction.uid}`;
}
