import { areas } from '@signet/contract';
import { accessText } from '@signet/contract/access';
import type { Endpoint, EndpointAccess } from '@signet/contract/endpoint';
import { PROBLEMS, type ProblemStatus } from '@signet/contract/problem';
import { z } from 'zod';

type Json = Record<string, unknown>;

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => describeWire(jsonSchema),
  });
  return json;
}

/** What a rule or a conversion takes can't be read from its schema: there the contract says it itself, as `wire`. */
function describeWire(json: Json): void {
  const { wire } = json;
  if (wire === undefined) return;
  const fallback = json['default'];
  for (const key of Object.keys(json)) delete json[key];
  Object.assign(json, wire, fallback === undefined ? {} : { default: fallback });
}

function describeAccess(access: EndpointAccess): string {
  if (access === 'public') return 'Public: no token.';
  const text = accessText(access);
  return text === '' ? 'Any signed-in caller.' : `Needs ${text}.`;
}

function parameters(endpoint: Endpoint): Json[] {
  const of = (schema: z.ZodObject | undefined, place: 'path' | 'query' | 'header'): Json[] =>
    Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
      name,
      in: place,
      required: place === 'path' || !(field as z.ZodType).safeParse(undefined).success,
      schema: schemaOf(field as z.ZodType, 'input'),
    }));
  return [...of(endpoint.params, 'path'), ...of(endpoint.query, 'query'), ...of(endpoint.headers, 'header')];
}

/** The statuses every endpoint of its kind may answer, beside its own. */
function problems(endpoint: Endpoint): ProblemStatus[] {
  const usual: ProblemStatus[] = ['INVALID_INPUT', 'FOREIGN_HOST', 'INTERNAL', 'DATABASE_UNAVAILABLE'];
  if (endpoint.access !== 'public') usual.push('UNAUTHORIZED', 'ACCOUNT_EXPIRED');
  if (endpoint.access !== 'public') {
    const { feature, ...rest } = endpoint.access;
    if (Object.keys(rest).length > 0) usual.push('FORBIDDEN');
    if (feature !== undefined) usual.push('FEATURE_OFF');
  }
  if (endpoint.params) usual.push('NOT_FOUND');
  if (endpoint.body) usual.push('BROKEN_JSON', 'UNKNOWN_FIELD', 'TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE');
  if (endpoint.method !== 'GET') usual.push('FOREIGN_ORIGIN');
  if (endpoint.perMinute) usual.push('TOO_MANY_REQUESTS');
  return [...new Set([...usual, ...(endpoint.problems ?? [])])];
}

function responses(endpoint: Endpoint): Json {
  const success = endpoint.produces
    ? { content: { [endpoint.produces]: { schema: { type: 'string' } } } }
    : endpoint.response
      ? { content: { 'application/json': { schema: schemaOf(endpoint.response, 'output') } } }
      : {};
  const failures = new Map<number, string[]>();
  for (const status of problems(endpoint))
    failures.set(PROBLEMS[status], [...(failures.get(PROBLEMS[status]) ?? []), status]);
  return {
    [endpoint.success]: { description: 'Done.', ...success },
    ...Object.fromEntries(
      [...failures].map(([code, names]) => [
        code,
        {
          description: names.join(', '),
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      ]),
    ),
  };
}

function operation(area: string, name: string, endpoint: Endpoint): Json {
  return {
    operationId: `${area}.${name}`,
    tags: [area],
    summary: endpoint.summary,
    description: describeAccess(endpoint.access),
    security: endpoint.access === 'public' ? [] : [{ bearer: [] }],
    parameters: parameters(endpoint),
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } },
          },
        }
      : {}),
    responses: responses(endpoint),
  };
}

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
        params: { type: 'object', additionalProperties: true },
        fields: {
          type: 'object',
          additionalProperties: {
            type: 'object',
            required: ['status', 'message'],
            properties: { status: { type: 'string' }, message: { type: 'string' } },
          },
        },
        correlation_id: { type: 'string' },
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

/** The OpenAPI 3.1 document, made of the same declarations that the server binds. */
export function openApiDocument(publicUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const [area, endpoints] of Object.entries(areas)) {
    for (const [name, endpoint] of Object.entries(endpoints) as [string, Endpoint][]) {
      paths[endpoint.path] = {
        ...paths[endpoint.path],
        [endpoint.method.toLowerCase()]: operation(area, name, endpoint),
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
      description:
        'The API of the administration console. Lists answer { items, total, total_exact, offset, limit }; ' +
        'failures answer { error: { status, message, fields? } }.',
    },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Problem: problemSchema },
    },
  };
}
