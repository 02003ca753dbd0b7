import { expect, test } from 'vitest';
import {
  addressOfFile,
  CLIENT_TOOLS,
  fillHost,
  filesOf,
  isOffered,
  withOffer,
  type ClientTool,
} from './client-tools.ts';

const of = (id: string): ClientTool => {
  const found = CLIENT_TOOLS.find((one) => one.id === id);
  if (!found) throw new Error(`There is no ${id}.`);
  return found;
};
const labels = (id: string): string[] => of(id).files.map(({ version, label }) => `${label} ${version}`);

test('[A-254 A-255 A-257 A-258 A-259 A-260] the catalogue has the tools of the specification in their versions', () => {
  expect(of('desktop-client-windows').versions).toEqual(['3.3.1', '3.3.0']);
  expect(of('desktop-client-mac').versions).toEqual(['3.3.1', '3.3.0']);
  expect(labels('trust-assistant')).toEqual(['Windows 1.2.6', 'macOS 1.2.6']);
  expect(labels('sensor')).toEqual(['Docker 3.8.58', 'Linux 3.8.58', 'Windows 3.8.58']);
  expect(labels('agent')).toEqual(['Windows 3.0.6', 'Linux 3.0.6']);
  expect(labels('ca-service')).toEqual(['Linux 10']);
});

test('[A-252 A-253] the automation installer hides its version, sensor and agent have cards of their own', () => {
  const flagged = (flag: 'hideVersion' | 'isSensorCard' | 'isAgentCard') =>
    CLIENT_TOOLS.filter((one) => one[flag]).map(({ id }) => id);
  expect([flagged('hideVersion'), flagged('isSensorCard'), flagged('isAgentCard')]).toEqual([
    ['automation-windows'],
    ['sensor'],
    ['agent'],
  ]);
});

test.each([
  ['console.example.org', 'automation-installer-console.example.org.exe'],
  ['192.0.2.7', 'automation-installer-192.0.2.7.exe'],
  ['[2001:db8::7]', 'automation-installer-2001-db8--7.exe'],
])('[A-256] the placeholder becomes the host %s', (host, name) => {
  expect(fillHost(of('automation-windows').files[0]?.name ?? '', host)).toBe(name);
});

test('[A-251] what a platform says of a tool stands in its place, and its own tools come last', () => {
  const own: ClientTool = { ...of('agent'), id: 'own-tool', name: 'Own tool' };
  const agent: ClientTool = { ...of('agent'), versions: ['4.0.0'] };
  const all = withOffer([own, agent]);
  expect(all.map(({ id }) => id)).toEqual([...CLIENT_TOOLS.map(({ id }) => id), 'own-tool']);
  expect(all.find(({ id }) => id === 'agent')?.versions).toEqual(['4.0.0']);
  expect(withOffer([]).some(isOffered)).toBe(false);
});

test('a version has its own files and those of every version, at addresses that hold any sign', () => {
  const [first] = of('sensor').files;
  if (!first) throw new Error('The sensor has files.');
  const files = [first, { ...first, version: '2' }, { ...first, name: 'a b?.pdf', version: null }];
  const found = filesOf({ ...of('sensor'), files }, '2');
  expect(found.map(({ version }) => version)).toEqual(['2', null]);
  expect(found[1] && addressOfFile(found[1])).toBe('/account/management-files/sensor/a%20b%3F.pdf');
});
