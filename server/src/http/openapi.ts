import { CLIENT_CERTIFICATE_PROBLEMS } from '@signet/contract/areas/sign-in-names';
import { areas } from '@signet/contract';
import { accessText, takesSession } from '@signet/contract/access';
import type { Endpoint, EndpointAccess } from '@signet/contract/endpoint';
import { DEFAULT_LOCALE } from '@signet/contract/locales';
import { PROBLEMS, type ProblemStatus } from '@signet/contract/problem';
import { PERMISSIONS } from '@signet/contract/viewer';
import type { z } from 'zod';
import { text } from '../texts.ts';
import { Shapes, type Json } from './json-schemas.ts';
import { FAILURE_HEADERS, HEADERS, withHeader } from './openapi-headers.ts';

/** What several operations refer to. */
type Components = { shapes: Shapes; responses: Record<string, Json> };

function describeAccess(access: EndpointAccess): string {
  if (access === 'public') return 'Public: no token.';
  const needs = accessText(access);
  const early = access.beforeTerms ? ', also before the terms are accepted' : '';
  return `${needs === '' ? 'Any signed-in caller' : `Needs ${needs}`}${early}.`;
}

/** By what a caller may be known. API tokens come as bearer too. */
function securityOf(access: EndpointAccess): Json[] {
  if (access === 'public') return [];
  return access.via && !access.via.includes('token')
    ? [{ bearer: [] }]
    : [{ bearer: [] }, { apiKey: [] }, { oauth: [...(access.all ?? [])] }];
}

/** A parameter of the address, described beside its schema. */
function parameter(name: string, place: 'path' | 'query' | 'header', field: z.ZodType, shapes: Shapes): Json {
  const { description, ...schema } = shapes.schemaOf(field, 'input');
  return {
    name,
    in: place,
    required: place === 'path' || !field.safeParse(undefined).success,
    ...(description === undefined ? {} : { description }),
    schema,
  };
}

function parameters(endpoint: Endpoint, shapes: Shapes): Json[] {
  const of = (schema: z.ZodObject | undefined, place: 'path' | 'query' | 'header'): Json[] =>
    Object.entries(schema?.shape ?? {}).map(([name, field]) => parameter(name, place, field as z.ZodType, shapes));
  return [...of(endpoint.params, 'path'), ...of(endpoint.query, 'query'), ...of(endpoint.headers, 'header')];
}

/** What the frame refuses of a request's input, before a handler has it. */
function inputProblems({ method, body, takes }: Endpoint): ProblemStatus[] {
  if (method === 'GET') return ['INVALID_INPUT'];
  if (takes) return ['INVALID_INPUT', 'FOREIGN_ORIGIN', 'TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];
  const read: ProblemStatus[] = ['INVALID_INPUT', 'FOREIGN_ORIGIN', 'BROKEN_JSON', 'TOO_LARGE', 'TOO_COMPLEX'];
  return [...read, 'UNSUPPORTED_MEDIA_TYPE', ...(body ? (['UNKNOWN_FIELD'] as const) : [])];
}

/** Why an API token is refused, here and now. */
const TOKEN_REFUSALS: readonly ProblemStatus[] = [
  'TWO_CREDENTIALS',
  'TOKEN_INVALID',
  'TOKEN_EXPIRED',
  'TOKEN_DISABLED',
  'TOKEN_ADDRESS',
  'PLATFORM_LICENSE_EXPIRED',
  'TOO_MANY_REQUESTS',
  'ACCESS_TOKEN_INVALID',
];

/** Why a client certificate is refused, here and now. */
const CERTIFICATE_REFUSALS: readonly ProblemStatus[] = [
  ...CLIENT_CERTIFICATE_PROBLEMS,
  'CLIENT_CERTIFICATE_MISSING',
  'CLIENT_CERTIFICATE_UNREADABLE',
  'CLIENT_CERTIFICATE_NOT_TAKEN',
  'TOKEN_REQUIRED',
  'TOKEN_NOT_TAKEN',
  'USER_DISABLED',
];

/** What an access refuses. */
function accessProblems(access: EndpointAccess): ProblemStatus[] {
  if (access === 'public') return [];
  const { feature, beforeTerms, via, ...rest } = access;
  const refusals: ProblemStatus[] = [
    'NOT_SIGNED_IN',
    'UNAUTHORIZED',
    'ACCOUNT_EXPIRED',
    ...TOKEN_REFUSALS,
    ...CERTIFICATE_REFUSALS,
  ];
  if (takesSession(access)) refusals.push('SESSION_NEEDED');
  if (Object.keys(rest).length > 0 || (via && !takesSession(access))) refusals.push('FORBIDDEN');
  if (!beforeTerms) refusals.push('TERMS_NOT_ACCEPTED');
  if (feature !== undefined) refusals.push('FEATURE_OFF');
  return refusals;
}

/**
 * The problems that an endpoint may answer: its own, and what every endpoint of its kind may answer. A single wrong
 * field has a code of its own, which is a 400 like INVALID_INPUT.
 */
export function problemsOf(endpoint: Endpoint): ProblemStatus[] {
  return [
    ...new Set<ProblemStatus>([
      ...inputProblems(endpoint),
      ...accessProblems(endpoint.access),
      ...(endpoint.params ? (['NOT_FOUND'] as const) : []),
      ...(endpoint.perMinute || endpoint.produces ? (['TOO_MANY_REQUESTS'] as const) : []),
      ...(endpoint.produces ? (['TOO_MANY_FILES'] as const) : []),
      ...(endpoint.reauthenticate ? (['REAUTHENTICATION_REQUIRED'] as const) : []),
      ...(endpoint.problems ?? []),
      'FOREIGN_HOST',
      'PROXY_SECRET_WRONG',
      'INTERNAL',
      'DATABASE_UNAVAILABLE',
      'OVERLOADED',
    ]),
  ];
}

/** What the sentences of problems name, for example. */
const EXAMPLE = {
  address: '198.51.100.7',
  application: 'ca_manager',
  by: 'Somebody',
  count: 2,
  date: '2027-01-31',
  depth: 16,
  domain: 'example.org',
  feature: 'certificates',
  left: 5,
  limit: 10,
  max: 255,
  min: 1,
  minutes: 15,
  name: '_signet-verification.example.org',
  needed: 20,
  seconds: 30,
  type: 'application/json',
  variable: 'SMTP_URL',
  what: 'an application',
  wide: 2000,
};

/** A failure of one HTTP code: the shape of every failure, and which problems it may be. */
function failure(code: number, statuses: readonly ProblemStatus[]): Json {
  const lines = statuses.map(
    (status) => `\`${status}\`: ${text(DEFAULT_LOCALE, `notifications.exceptions.${status}`, EXAMPLE)}`,
  );
  // The status of a wrong field stands for the whole where it is the only one.
  const status = code === 400 ? { type: 'string', examples: statuses } : { type: 'string', enum: statuses };
  const error = { type: 'object', properties: { status } };
  return {
    description: lines.join('\n\n'),
    ...FAILURE_HEADERS[code],
    content: {
      'application/json': {
        schema: { allOf: [{ $ref: '#/components/schemas/Problem' }, { type: 'object', properties: { error } }] },
      },
    },
  };
}

/** `accounts.create` as the first part of a shape's name: AccountsCreate. */
const pascal = (...names: string[]): string =>
  names.map((name) => name.charAt(0).toUpperCase() + name.slice(1)).join('');

/** What comes with the answer of a call that was done. */
function contentOf(name: string, endpoint: Endpoint, shapes: Shapes): Json {
  if (endpoint.produces)
    return { ...withHeader('content-disposition'), content: { [endpoint.produces]: { schema: { type: 'string' } } } };
  if (endpoint.octets) {
    const octets = { schema: { type: 'string', format: 'binary' } };
    return { content: Object.fromEntries(endpoint.octets.map((type) => [type, octets])) };
  }
  if (endpoint.posts) return { content: { 'text/html': { schema: { type: 'string' } } } };
  if (!endpoint.response) return {};
  return { content: { 'application/json': { schema: shapes.named(`${name}Answer`, endpoint.response, 'output') } } };
}

/**
 * The answers of a call that was done, by their codes: one or two, that a browser is led on, and that a cache has it
 * still.
 */
function successesOf(name: string, endpoint: Endpoint, shapes: Shapes): Json {
  const done = { description: 'Done.', ...contentOf(name, endpoint, shapes) };
  const { success, alsoSuccess, leads, caches } = endpoint;
  return {
    [success]: done,
    ...(alsoSuccess === undefined ? {} : { [alsoSuccess]: done }),
    ...(leads === undefined ? {} : { 303: LED_ON }),
    ...(caches ? { 304: UNCHANGED } : {}),
  };
}

/** What a browser gets where a program gets data or a problem. */
const LED_ON: Json = {
  description: 'For a browser, which takes text/html: to where it goes on, or to the page that says what went wrong.',
  headers: { location: { schema: { type: 'string', format: 'uri' } } },
};
const UNCHANGED: Json = { description: 'What the caller has, by its If-None-Match, is still the same.' };

/** The failures of an endpoint by their codes: each a reference, since many endpoints have the same. */
function failuresOf(endpoint: Endpoint, components: Components): Json {
  const failures = new Map<number, ProblemStatus[]>();
  for (const status of problemsOf(endpoint))
    failures.set(PROBLEMS[status], [...(failures.get(PROBLEMS[status]) ?? []), status]);
  return Object.fromEntries(
    [...failures].map(([code, statuses]) => {
      const name = statuses.join('.');
      components.responses[name] ??= failure(code, statuses);
      return [code, { $ref: `#/components/responses/${name}` }];
    }),
  );
}

function requestBody(name: string, { body, takes }: Endpoint, shapes: Shapes): Json {
  if (takes) {
    const octets = { schema: { type: 'string', format: 'binary', maxLength: takes.most } };
    return { requestBody: { required: true, content: { [takes.type]: octets } } };
  }
  if (!body) return {};
  const schema = shapes.named(`${name}Request`, body, 'input');
  return { requestBody: { required: true, content: { 'application/json': { schema } } } };
}

function operation(area: string, name: string, endpoint: Endpoint, components: Components): Json {
  return {
    operationId: `${area}.${name}`,
    tags: [area],
    summary: endpoint.summary,
    description: describeAccess(endpoint.access),
    security: securityOf(endpoint.access),
    parameters: parameters(endpoint, components.shapes),
    ...requestBody(pascal(area, name), endpoint, components.shapes),
    responses: {
      ...successesOf(pascal(area, name), endpoint, components.shapes),
      ...failuresOf(endpoint, components),
    },
  };
}

const params: Json = {
  type: 'object',
  additionalProperties: { type: ['string', 'number'] },
  description: 'Values that the message names.',
};

const problemSchema: Json = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['status', 'message'],
      properties: {
        status: {
          type: 'string',
          description: 'Names the problem; also its translation key under notifications.exceptions.',
        },
        message: { type: 'string', description: 'English.' },
        params,
        more_fields: { type: 'integer', description: 'How many wrong fields there are beside those that are named.' },
        fields: {
          type: 'object',
          description: 'What is wrong with each field, by its name, dots for nesting. A handful at most is named.',
          additionalProperties: {
            type: 'object',
            required: ['status', 'message'],
            properties: { status: { type: 'string' }, message: { type: 'string' }, params },
          },
        },
        correlation_id: { type: 'string', description: 'Number under which the server logged the call.' },
      },
    },
  },
};

/** What a browser reaches by a full page load: answered with a redirect, not with data. */
const BROWSER_ADDRESSES: Record<string, Json> = {
  '/imauth/api/v1/login': {
    summary: 'Leads a browser to the sign-in page.',
    parameters: [
      {
        name: 'returnPath',
        in: 'query',
        required: false,
        schema: { type: 'string' },
        description: 'A path of this console; anything else is left out.',
      },
    ],
  },
  '/imauth/api/v1/logout': {
    summary: 'Leads a browser to the sign-in page and clears its cache. The session itself is ended by POST.',
  },
};

function browserOperation(path: string, details: Json): Json {
  return {
    operationId: `browser.${path.split('/').at(-1)}`,
    tags: ['signIn'],
    description: 'Public: no token.',
    security: [],
    parameters: [],
    ...details,
    responses: { 302: { description: 'To the page.' } },
  };
}

/** Scopes of OAuth clients, by what they let a client do. */
const oauthScopes = Object.fromEntries(PERMISSIONS.map((name) => [name, text(DEFAULT_LOCALE, `permission.${name}`)]));

/** The OpenAPI 3.1 document, made of the same declarations that the server binds. */
export function openApiDocument(publicUrl: string): Json {
  const components: Components = { shapes: new Shapes(), responses: {} };
  const paths: Record<string, Json> = {};
  for (const [area, endpoints] of Object.entries(areas)) {
    for (const [name, endpoint] of Object.entries(endpoints) as [string, Endpoint][]) {
      paths[endpoint.path] = {
        ...paths[endpoint.path],
        [endpoint.method.toLowerCase()]: operation(area, name, endpoint, components),
      };
    }
  }
  for (const [path, details] of Object.entries(BROWSER_ADDRESSES))
    paths[path] = { ...paths[path], get: browserOperation(path, details) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Signet',
      version: '0.1.0',
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
      description:
        'The API of the administration console. Lists answer { items, total, total_exact, offset, limit }; ' +
        'failures answer { error: { status, message, fields? } }.',
    },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The access token of a session, which is a JWT, an API token, or an access token of an OAuth client.',
        },
        oauth: {
          type: 'oauth2',
          description: 'OAuth clients. A scope is a permission by its name; PKCE with S256 is required.',
          flows: {
            clientCredentials: { tokenUrl: `${publicUrl}/oauth/token`, scopes: oauthScopes },
            authorizationCode: {
              authorizationUrl: `${publicUrl}/oauth/auth`,
              tokenUrl: `${publicUrl}/oauth/token`,
              refreshUrl: `${publicUrl}/oauth/token`,
              scopes: { openid: '', profile: '', email: '', ...oauthScopes },
            },
          },
        },
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'An API token.' },
      },
      schemas: { Problem: problemSchema, ...components.shapes.components },
      responses: components.responses,
      headers: HEADERS,
    },
  };
}
