/** What the document says of headers of answers that tell more than the body does. */
import type { Json } from './json-schemas.ts';

/** Each once: operations refer to them. */
export const HEADERS = {
  'www-authenticate': {
    description: 'By what a caller becomes known. A JWT, an API token or an access token come as bearer (RFC 6750).',
    schema: { type: 'string', const: 'Bearer' },
  },
  'retry-after': {
    description: 'After how many seconds the call may be sent again; with 429, absent where that is not known.',
    schema: { type: 'integer', minimum: 0 },
  },
  'content-disposition': {
    description: 'What the file is called (RFC 6266).',
    schema: { type: 'string', examples: ['attachment; filename="accounts-2026-01-31.csv"'] },
  },
} satisfies Record<string, Json>;

export const withHeader = (name: keyof typeof HEADERS): Json => ({
  headers: { [name]: { $ref: `#/components/headers/${name}` } },
});

/** What comes with every failure of a code. */
export const FAILURE_HEADERS: Record<number, Json> = {
  401: withHeader('www-authenticate'),
  429: withHeader('retry-after'),
  503: withHeader('retry-after'),
};
