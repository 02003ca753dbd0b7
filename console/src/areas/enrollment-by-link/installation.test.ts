import { expect, test } from 'vitest';
import { Failure } from '../../api/failure.ts';
import { AssistantProblem } from '../../assistant/session.ts';
import { carryOn, NOTHING_DONE, STAGES, Stopped, type Acts, type Progress, type Stage } from './installation.ts';

const REQUEST = { keystore: 'software', token: '1', key: 'k', csr: 'request', attestation: '' };
const ISSUED = { certificate: 'certificate', chain: [], serial: '7' };

/** Acts that write down what they do; `failsAt` fails until it is taken away. */
function scene() {
  const log: string[] = [];
  const world: { failsAt: Stage | null; why: Error | null; done: Progress } = {
    failsAt: null,
    why: null,
    done: NOTHING_DONE,
  };
  const act = async <T>(stage: Stage, answer: T): Promise<T> => {
    log.push(stage);
    if (world.failsAt === stage) throw world.why ?? new Error(`No ${stage}.`);
    return answer;
  };
  const acts: Acts = {
    makeRequest: () => act('key', REQUEST),
    certify: () => act('certificate', ISSUED),
    install: () => act('install', undefined),
    redeem: () => act('redeem', undefined),
  };
  const go = () => carryOn(world.done, acts, (_, done) => (world.done = done));
  return { log, world, go };
}

test('[S-160] key and request, certificate, installation, and the link is redeemed last', async () => {
  const { log, go } = scene();
  expect(await go()).toBe(ISSUED);
  expect(log).toEqual(['key', 'certificate', 'install', 'redeem']);
});

test.each(STAGES)(
  '[S-161] what fails at %s redeems nothing, and goes on there when it is tried again',
  async (stage) => {
    const { log, world, go } = scene();
    world.failsAt = stage;
    const stopped = await go().catch((thrown: unknown) => thrown);
    expect(stopped).toBeInstanceOf(Stopped);
    expect(stopped).toMatchObject({ stage, cause: new Error(`No ${stage}.`) });
    expect(log).toEqual(STAGES.slice(0, STAGES.indexOf(stage) + 1));
    world.failsAt = null;
    await go();
    // Neither a second key nor a second certificate: only what failed is done twice.
    expect(log).toEqual([...STAGES.slice(0, STAGES.indexOf(stage) + 1), ...STAGES.slice(STAGES.indexOf(stage))]);
  },
);

test.each([
  ['certificate', 'KEY_KNOWN'],
  ['certificate', 'ATTESTATION_REQUIRED'],
  ['redeem', 'REPLACED'],
] as const)('[S-161] a key that %s refuses with %s is forgotten: the next try makes another', async (stage, status) => {
  const { log, world, go } = scene();
  world.done = { ...NOTHING_DONE, request: REQUEST };
  world.failsAt = stage;
  world.why = new Failure(status, 'Another tab was sooner.');
  expect(await go().catch((thrown: unknown) => thrown)).toMatchObject({ stage, cause: world.why });
  expect(world.done).toEqual(NOTHING_DONE);
  world.failsAt = null;
  log.length = 0;
  await go();
  expect(log).toEqual(['key', 'certificate', 'install', 'redeem']);
});

test('[S-161] a key over which another one was made is forgotten: the next try makes another', async () => {
  const { log, world, go } = scene();
  world.failsAt = 'install';
  world.why = new AssistantProblem('CERTIFICATE_WITHOUT_KEY', 'No key.');
  const stopped = await go().catch((thrown: unknown) => thrown);
  // What was not installed is still said.
  expect(stopped).toMatchObject({ stage: 'install', cause: world.why, serial: ISSUED.serial });
  expect(world.done).toEqual(NOTHING_DONE);
  world.failsAt = null;
  log.length = 0;
  await go();
  expect(log).toEqual(['key', 'certificate', 'install', 'redeem']);
});

test('a page that was loaded again brings its request, and asks for its certificate', async () => {
  const { log, world, go } = scene();
  world.done = { ...NOTHING_DONE, request: REQUEST };
  await go();
  expect(log).toEqual(['certificate', 'install', 'redeem']);
});
