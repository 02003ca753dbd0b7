/** The document says of each call what its declaration says. */
import { expect, test } from 'vitest';
import { endpoints } from '@signet/contract';
import { openApiDocument } from './openapi.ts';

type Operation = { description: string; security: object[]; responses: Record<string, { description: string }> };

const { paths } = openApiDocument('https://signet.example') as { paths: Record<string, Record<string, Operation>> };

test.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  'who may call %s',
  (_call, { method, path, access }) => {
    const operation = paths[path]?.[method.toLowerCase()];
    const needs = access === 'public' ? {} : access;
    const { all = [], any = [], scopes = [], feature, via = [] } = needs;
    const names = [...all, ...any, ...scopes, ...via, ...(feature === undefined ? [] : [feature])];
    const description = operation?.description ?? '';
    expect(names.filter((name) => !description.includes(name))).toEqual([]);
    expect(operation?.security).toEqual(access === 'public' ? [] : [{ bearer: [] }]);
    expect(description.startsWith('Public')).toBe(access === 'public');
    const refusals = operation?.responses['403']?.description.split(', ') ?? [];
    expect(refusals.includes('FORBIDDEN')).toBe(Object.keys(needs).some((key) => key !== 'feature'));
    expect(feature === undefined || refusals.includes('FEATURE_OFF')).toBe(true);
  },
);
