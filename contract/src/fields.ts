/** Zod pieces shared by the areas: every value rule is the pure predicate of rules.ts, every message its status. */
import { z } from 'zod';
import { whyNotOfferedCountry } from './countries.ts';
import { DATE_FORMATS, whyNotDay, whyNotStoredDateTime } from './dates.ts';
import { LIMITS, ZERO_UUID } from './limits.ts';
import { LOCALES } from './locales.ts';
import type { Reason } from './problem.ts';
import {
  normalisePhone,
  notAllowed,
  plainLine,
  whyNotAccountName,
  whyNotAliasIdentifier,
  whyNotAliasValue,
  whyNotEmail,
  whyNotEmailAsUserName,
  whyNotFilledLine,
  whyNotIdentifier,
  whyNotLegalName,
  whyNotLine,
  whyNotName,
  whyNotPassword,
  whyNotPhone,
  whyNotTimeZone,
  whyNotUserName,
  whyNotWebAddress,
} from './rules.ts';
import { whyNotSubjectLine } from './subject-line.ts';

/** Refuses a value with a reason; `path` leads to the field that it is about. */
export const refuse = (context: z.RefinementCtx, reason: Reason, path: string[] = []): void =>
  context.addIssue({ code: 'custom', message: reason.status, params: { reason }, path });

/**
 * A string that obeys a rule; the issue carries the reason as `params.reason`. The rule can't be read from the schema:
 * `wire` says of it what the API's document has.
 */
export function ruled(rule: (value: string) => Reason | null, wire: Wire = {}) {
  return z
    .string()
    .superRefine((value, context) => {
      const reason = rule(value);
      if (reason) refuse(context, reason);
    })
    .meta({ wire: { type: 'string', ...wire } });
}

/** What the API's document says of a string beside its type, as JSON Schema has it. */
export type Wire = {
  format?: string;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  anyOf?: readonly Wire[];
  description?: string;
};

/** Some of these, each once, in the order in which they stand here. */
export const someOf = <const V extends readonly [string, ...string[]]>(values: V) =>
  z
    .array(z.enum(values))
    .max(values.length)
    .transform((chosen): V[number][] => values.filter((value) => chosen.some((one) => one === value)));

/** The name of a record. In capitals it is the same one, and is written as the database writes it (RFC 9562, 4). */
export const id = z
  .uuid()
  .toLowerCase()
  .meta({ wire: { type: 'string', format: 'uuid' } });
/** Of the address of what is done about one account. */
export const ONE_ACCOUNT = z.strictObject({ id: id.describe('Names the account.') });
/** An id that may be given as none: absent, or the zero UUID (S-419). */
export const idOrNone = id.transform((value) => (value === ZERO_UUID ? undefined : value)).optional();
/** The same where null is none. */
export const idOrNull = id.transform((value) => (value === ZERO_UUID ? null : value)).nullable();
/** The ids of what somebody chooses; the zero UUID among them chooses nothing. */
export const ids = z
  .array(id)
  .max(LIMITS.chosenMax)
  .transform((all) => all.filter((one) => one !== ZERO_UUID));
/** Another record, as one refers to it. */
export const namedRecord = z.object({ id, name: z.string() }).meta({ shape: 'NamedRecord' });
export const userName = ruled(whyNotUserName, {
  minLength: 1,
  maxLength: LIMITS.userNameMax,
  description: "Letters, digits and _ - ! # $ % & ' * + / ` = ? @ . , and not dots alone.",
});
export const email = ruled(whyNotEmail, { format: 'email', maxLength: LIMITS.emailMax });
/** An address that is the user name as well. */
export const emailAsUserName = ruled(whyNotEmailAsUserName, { format: 'email', maxLength: LIMITS.emailMax });
export const personName = ruled(whyNotName, {
  minLength: 1,
  maxLength: LIMITS.nameMax,
  description: 'Letters, digits, blanks, hyphens, dots and apostrophes.',
}).transform(plainLine);
/** A password that somebody chooses; the rule stands in S §5. */
export const newPassword = ruled(whyNotPassword, {
  format: 'password',
  minLength: LIMITS.passwordMin,
  maxLength: LIMITS.passwordMax,
  description: 'With a lowercase letter, an uppercase letter, a digit and a symbol.',
});
export const phone = z
  .string()
  .max(LIMITS.phoneMax)
  .transform(normalisePhone)
  .pipe(ruled(whyNotPhone))
  .meta({
    wire: {
      type: 'string',
      maxLength: LIMITS.phoneMax,
      description:
        'Digits, a plus in front for another country; blanks, dashes, brackets, dots and slashes are left out.',
    },
  });
/** How names of accounts and organizations are written. */
const LEGAL_NAME = 'Letters and digits of any script, with blanks and punctuation; no < or >.';
export const legalName = ruled(whyNotLegalName, {
  minLength: 1,
  maxLength: LIMITS.nameMax,
  description: LEGAL_NAME,
}).transform(plainLine);
export const accountName = ruled(whyNotAccountName, {
  minLength: 1,
  maxLength: LIMITS.accountNameMax,
  description: LEGAL_NAME,
}).transform(plainLine);
export const identifier = ruled((value) => whyNotIdentifier(value, LIMITS.nameMax), {
  minLength: 1,
  maxLength: LIMITS.nameMax,
  pattern: '^[A-Za-z0-9#!$_.-]+$',
});
/** An absolute http or https address. */
export const webAddress = ruled(whyNotWebAddress, {
  format: 'uri',
  maxLength: LIMITS.urlMax,
  description: 'An absolute http or https address without credentials.',
});
/** One line that may be empty, trimmed. */
export const line = (max: number) =>
  ruled((value) => whyNotLine(value, max), { maxLength: max, description: 'One line; may be empty.' }).transform(
    plainLine,
  );
/** One line that may be empty, for the subject of a certificate, trimmed. */
export const subjectLine = (max: number) =>
  ruled((value) => whyNotSubjectLine(value, max), {
    maxLength: max,
    description: 'One line without characters that can’t be seen; may be empty.',
  }).transform(plainLine);
/** One line that is not empty, trimmed. */
export const filledLine = (max: number) =>
  ruled((value) => whyNotFilledLine(value, max), {
    minLength: 1,
    maxLength: max,
    description: 'One line that is not empty.',
  }).transform(plainLine);
/** ISO 3166-1 alpha-2, without the excluded ones. */
export const country = ruled(whyNotOfferedCountry, { pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2.' });
/** What a country is that may stay empty, as a rule of its own has it. */
export const COUNTRY_OR_EMPTY: Wire = {
  maxLength: 2,
  pattern: '^(?:[A-Z]{2})?$',
  description: 'ISO 3166-1 alpha-2, or empty.',
};
export const locale = z.enum(LOCALES);
export const dateFormat = z.enum(DATE_FORMATS);
export const aliases = z
  .record(ruled(whyNotAliasIdentifier), ruled(whyNotAliasValue).transform(plainLine))
  .superRefine((all, context) => {
    if (Object.keys(all).length > LIMITS.aliasesMax) refuse(context, notAllowed('items', { max: LIMITS.aliasesMax }));
  });
/** A calendar day, YYYY-MM-DD. */
export const day = ruled((value) => whyNotDay(value), { format: 'date' });
/** IANA name of a time zone, such as Europe/Berlin. */
export const timeZone = ruled(whyNotTimeZone, { description: 'IANA name of a time zone; days begin and end there.' });
/** A day that the server answers. */
export const answeredDay = z.string().meta({ wire: { type: 'string', format: 'date' } });
/** Why something may not be done, as the server answers it: a status with what fills its text. */
export const answeredReason = z
  .object({ status: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])).optional() })
  .meta({ shape: 'Reason' });
/** How a stored datetime is written. */
const STORED_DATE_TIME: Wire = {
  pattern: String.raw`^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$`,
  description: 'YYYY-MM-DD HH:mm:ss, UTC.',
};
/** A stored datetime that the server answers. */
export const dateTime = z.string().meta({ wire: { type: 'string', ...STORED_DATE_TIME } });
/** A stored datetime that a caller names. */
export const storedMoment = ruled(whyNotStoredDateTime, STORED_DATE_TIME);
/** Inclusive days; `to` null means without end. */
export const servicePeriod = z
  .object({ from: answeredDay, to: answeredDay.nullable() })
  .meta({ shape: 'ServicePeriod' });
/** A secret typed by a person when signing in: no rule but a ceiling, so that old passwords still work. */
export const typedSecret = z.string().min(1).max(1024);
/** Free text with a ceiling. No database takes a NUL or half a character. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .superRefine((value, context) => {
      if (/\0|\p{Cs}/u.test(value)) refuse(context, notAllowed('characters'));
    });

/** A whole number that arrives in a query string; the refusal names both bounds. */
export function queryNumber(min: number, max: number) {
  const fits = (value: number): boolean => Number.isInteger(value) && value >= min && value <= max;
  return z
    .union([z.number(), z.string()])
    .transform((value, context) => {
      const number = typeof value === 'number' || /^\d{1,10}$/.test(value) ? Number(value) : NaN;
      if (!fits(number)) refuse(context, { status: 'INVALID_NUMBER', params: { min, max } });
      return number;
    })
    .meta({ wire: { type: 'integer', minimum: min, maximum: max } });
}

/**
 * The query of a save: the version that was read. Without it the save does not ask whether somebody else has saved
 * meanwhile.
 */
export const readVersion = z.strictObject({
  version: queryNumber(1, 2_147_483_647)
    .optional()
    .describe('The version that was read. A save after another one is then refused with CHANGED_MEANWHILE.'),
});

/** true or false in a query string. */
export const queryBoolean = z
  .union([z.boolean(), z.string()])
  .transform((value, context) => {
    if (value !== true && value !== false && value !== 'true' && value !== 'false')
      refuse(context, notAllowed('boolean'));
    return value === true || value === 'true';
  })
  .meta({ wire: { type: 'boolean' } });
