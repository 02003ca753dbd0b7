/** Trials of a SAML provider, and what is kept of sign-ins by it that failed. */
import type { FederatedAnswerKept } from '@signet/contract/areas/sign-in-trials';
import { storedDateTime } from '@signet/contract/dates';
import { Problem, type ProblemStatus } from '@signet/contract/problem';
import type { SignInCall } from '../call.ts';
import { keepFailure } from '../federation/answer-store.ts';
import type { Newcomers } from '../federation/newcomer.ts';
import { asBecomes, detailOf, finishTrial, type TriedRequest } from '../federation/trial.ts';
import { whoIs } from '../federation/who.ts';
import { judged, type SamlAnswer, type Seen } from './answer.ts';
import { saidOf } from './attributes.ts';
import { attributesOf } from './judge.ts';
import type { SamlProblem } from './refusal.ts';
import { readSettings } from './tried-settings.ts';
import { descendants, NS, plainText } from './xml.ts';

/** What came of it. */
type Came = Pick<FederatedAnswerKept, 'detail' | 'becomes'> & { problem: ProblemStatus | null };

/** So much of an answer is kept, in characters. */
const KEPT_MAX = 200_000;

/** What is kept of an answer: what it says verifiably, where it came as far as that; else what it claims of itself. */
function keptOf({ xml, root }: SamlAnswer, { said, certificate }: Omit<Seen, 'answer' | 'request'>) {
  const [assertion] = descendants(root, NS.assertion, 'Assertion');
  const [name] = descendants(root, NS.assertion, 'NameID');
  return {
    name: said?.name ?? plainText(name ?? null),
    verified: said !== null,
    certificate: certificate && {
      thumb_print: certificate.thumb_print,
      common_name: certificate.common_name,
      state: certificate.state,
    },
    said: said?.attributes ?? (assertion ? attributesOf(assertion) : []),
    authenticated_at: said?.authenticatedAt ? storedDateTime(said.authenticatedAt) : null,
    valid_until: said ? storedDateTime(said.expiresAt) : null,
    response: xml.slice(0, KEPT_MAX),
  };
}

/** Keeps the answer of a sign-in that failed. */
export async function keepSamlFailure(
  call: SignInCall,
  accountId: string,
  error: SamlProblem,
  { answer, request, ...seen }: Seen,
): Promise<void> {
  if (!answer) return;
  const kept = { ...keptOf(answer, seen), detail: error.detail, sent: null, becomes: null };
  const problem = error.reason.status;
  await keepFailure(call, { accountId, method: 'saml', problem, asked: request !== null, kept });
}

/** Judges the answer by the settings that are tried, as a sign-in would be; answers the page of the window. */
export async function trySaml(
  call: SignInCall,
  request: TriedRequest,
  answer: SamlAnswer,
  { newcomers, seen }: { newcomers: Newcomers; seen: Seen },
): Promise<string> {
  const { accountId, trial } = request;
  const provider = readSettings(accountId, trial.settings);
  const came: Came = { problem: null, detail: null, becomes: null };
  try {
    const { name, attributes } = await judged(call, provider, answer, seen);
    const said = { accountId, method: 'saml', name, ...saidOf({ name, attributes }, provider.attributeNames) } as const;
    came.becomes = asBecomes(await whoIs(call.db, said, newcomers, call.now));
    if (came.becomes?.kind === 'nobody') came.problem = 'SAML_NOBODY';
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    came.problem = error.reason.status;
    came.detail = detailOf(error);
  }
  const { problem, ...made } = came;
  return finishTrial(call, request, { ...keptOf(answer, seen), ...made, sent: trial.sent }, problem);
}
