import { expect, test } from 'vitest';
import { isReachable, reach } from './reach.ts';

const deadline = AbortSignal.timeout(60_000);

test.each(['203.0.113.7', '2001:db8::7', '8.8.8.8'])('%s of the internet is reached', (address) => {
  expect([isReachable(address, false), isReachable(address, true)]).toEqual([true, true]);
});

test.each([
  '127.0.0.1',
  '127.255.0.9',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '198.18.0.1',
  '::1',
  'fd12:3456::1',
  '::ffff:10.0.0.1',
  '::ffff:127.0.0.1',
  '64:ff9b::a00:1',
  '::127.0.0.1',
  '2002:7f00:1::',
  'fec0::1',
])('%s is reached only where the receiver stands in the platform’s own network', (address) => {
  expect([isReachable(address, false), isReachable(address, true)]).toEqual([false, true]);
});

test.each([
  '0.0.0.0',
  '168.63.129.16',
  '169.254.169.254',
  '::ffff:169.254.169.254',
  'fe80::1',
  'fd00:ec2::254',
  '::',
  '224.0.0.1',
  'ff02::1',
  '255.255.255.255',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b::169.254.169.254',
  '2002:a9fe:a9fe::1',
  '64:ff9b::a83f:8110',
])('%s is never reached', (address) => {
  expect([isReachable(address, false), isReachable(address, true)]).toEqual([false, false]);
});

test('a name leads to the addresses that were judged, whatever it means a moment later', async () => {
  const { lookup } = await reach('127.0.0.1', true, deadline);
  const answers: unknown[] = [];
  lookup('elsewhere.example', { all: true }, (...answer) => answers.push(answer));
  lookup('elsewhere.example', {}, (...answer) => answers.push(answer));
  expect(answers).toEqual([
    [null, [{ address: '127.0.0.1', family: 4 }]],
    [null, '127.0.0.1', 4],
  ]);
});

test.each(['127.1', '2130706433', '0x7f.1', '[::1]', 'localhost'])(
  '%s is this machine, however it is written',
  async (host) => {
    // What the name means here is not told.
    const message = host.replaceAll(/[[\]]/g, '');
    await expect(reach(host, false, deadline)).rejects.toMatchObject({ reason: 'forbidden-address', message });
  },
);
