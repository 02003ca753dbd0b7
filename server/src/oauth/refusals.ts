/** How is said what is refused before oidc-provider is asked: to programs as OAuth says it, to people as a page. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { wantedLanguages } from '../http/no-such-page.ts';
import { PLAIN_PAGE_POLICY } from '../http/plain-page.ts';
import { beginRefusal } from '../http/problem-door.ts';
import { problemText } from '../texts.ts';
import { refusedPage } from './error-page.ts';

/** The code of RFC 6749, 4.1.2.1 and 5.2 for a status of HTTP. */
function codeOf(httpStatus: number): string {
  if (httpStatus === 429 || httpStatus === 503) return 'temporarily_unavailable';
  return httpStatus < 500 ? 'invalid_request' : 'server_error';
}

/** As `error_description` may have it: of ASCII, without the quotation mark and the backslash. */
const plainText = (text: string): string =>
  text.replaceAll('’', "'").replaceAll(/[^\u0020\u0021\u0023-\u005b\u005d-\u007e]/gu, ' ');

/** `toPerson`: whoever asked is a browser that was led here. */
export function answerRefusal(toPerson: boolean) {
  return (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    const problem = beginRefusal(error, request, reply);
    const said = { error: codeOf(problem.httpStatus), error_description: plainText(problemText(problem.reason)) };
    if (toPerson)
      reply
        .header('content-security-policy', PLAIN_PAGE_POLICY)
        .type('text/html; charset=utf-8')
        .send(refusedPage(wantedLanguages(request.headers['accept-language'] ?? ''), said));
    else reply.send(said);
  };
}
