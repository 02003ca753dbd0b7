/** The person approves a site, and takes that back. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CONSOLE, OTHER, runAssistant, type RunningAssistant } from '../testing/assistant.ts';
import { outputOf } from '../testing/page.ts';
import { COMMANDS } from '@signet/contract/assistant/commands';

let assistant: RunningAssistant;
beforeEach(async () => (assistant = await runAssistant({ patience: { answer: 200, abandoned: 30_000 } })));
afterEach(() => assistant.close());
const refused = (status: string) => ({ error: { status } });

describe('a site that nobody has approved', () => {
  test('gets no answer to any command', async () => {
    const page = await assistant.open();
    for (const command of COMMANDS.filter((one) => one !== 'initialize'))
      expect(await page.call(command)).toEqual({
        error: { status: 'NOT_INITIALIZED', message: 'The session begins with initialize.' },
      });
    expect(assistant.person.screen()).toBe('');
  });

  test('gets none either because another site was approved, nor with what that one has kept', async () => {
    const { kept } = await assistant.approved();
    const page = await assistant.open(OTHER, kept);
    expect(page.isKnown).toBe(false);
    expect(await page.call('service')).toMatchObject(refused('NOT_INITIALIZED'));
  });
});

describe('[S-373] initialize', () => {
  test('[S-417] asks the person, who sees which site it is and types what its page shows', async () => {
    const page = await assistant.open();
    const begun = page.initialize();
    await assistant.person.sees(`The site ${CONSOLE} asks to use the keys on this computer.`);
    expect(assistant.person.screen()).not.toContain(await page.number());
    await assistant.person.answers('type the six digits', await page.number());
    expect(await begun).toEqual({
      pairing: expect.any(String) as string,
      version: '4.0.0',
      capability_version: '1.1.5',
    });
    const { commands } = outputOf(await page.call('service'));
    expect(commands).toEqual(expect.arrayContaining([...COMMANDS]));
    expect(assistant.log()).toMatchObject([
      { origin: CONSOLE, what: 'initialize', result: 'done', time: '2026-06-01T08:00:00.000Z' },
      { origin: CONSOLE, what: 'service', result: 'done' },
    ]);
  });

  test('asks nobody once the site is approved, also after a restart', async () => {
    const { kept } = await assistant.approved();
    await assistant.restart();
    const before = assistant.person.screen();
    const page = await assistant.open(CONSOLE, kept);
    expect(page.isKnown).toBe(true);
    expect(await page.initialize()).toMatchObject({ pairing: kept.id });
    expect(assistant.person.screen()).toBe(before);
  });

  test('without the pairing’s key is not that site, whatever the request says', async () => {
    const { kept } = await assistant.approved();
    const thief = await assistant.open(CONSOLE, { id: kept.id, key: new Uint8Array(32) });
    const answer = await thief.send(await thief.seal({ command: 'initialize', input: { nonce: thief.nonce } }));
    expect(answer).toMatchObject({ code: 400, body: { error: { status: 'UNREADABLE_MESSAGE' } } });
  });

  test('with another nonce than it was bound to is refused, and the person is not asked', async () => {
    const page = await assistant.open();
    const nonce = Buffer.alloc(32, 7).toString('base64');
    expect(await page.call('initialize', { nonce })).toMatchObject(refused('WRONG_COMMITMENT'));
    expect(await page.call('initialize', { nonce: 'short' })).toMatchObject({ error: { fields: { nonce: /./ } } });
    expect(assistant.person.screen()).toBe('');
  });

  test('is refused after three wrong numbers, or none; then the site has to wait, longer each time', async () => {
    const wrong = await assistant.open();
    const first = wrong.call('initialize', { nonce: wrong.nonce });
    const number = await wrong.number();
    const other = number === '111111' ? '222222' : '111111';
    await assistant.person.answers('type the six digits', other);
    await assistant.person.answers('not the digits', other);
    await assistant.person.answers('not the digits', `${number}0`);
    expect(await first).toMatchObject(refused('PAIRING_REFUSED'));
    expect(assistant.sites.list()).toEqual([]);

    expect(await wrong.call('initialize', { nonce: wrong.nonce })).toMatchObject({
      error: { status: 'PAIRING_PAUSED', retry_after: 60 },
    });
    assistant.clock.move(60_000);
    const second = wrong.call('initialize', { nonce: wrong.nonce });
    await assistant.person.answers('type the six digits', '');
    expect(await second).toMatchObject(refused('PAIRING_REFUSED'));
    expect(await wrong.call('initialize', { nonce: wrong.nonce })).toMatchObject({ error: { retry_after: 120 } });
  });

  test('waits no longer than it has to where the clock was set back meanwhile', async () => {
    const page = await assistant.open();
    const wish = () => page.call('initialize', { nonce: page.nonce });
    const first = wish();
    await assistant.person.answers('type the six digits', '');
    expect(await first).toMatchObject(refused('PAIRING_REFUSED'));
    assistant.clock.move(-10 * 60_000);
    expect(await wish()).toMatchObject({ error: { status: 'PAIRING_PAUSED', retry_after: 60 } });
    assistant.clock.move(60_000);
    const again = wish();
    await assistant.person.answers('type the six digits', await page.number());
    expect(await again).toHaveProperty('output');
  });

  test('is put off for all sites after three refusals, whatever names they had, until one is approved', async () => {
    const wish = async (name: string) => {
      const page = await assistant.open(`https://${name}.example`);
      return { page, answer: page.call('initialize', { nonce: page.nonce }) };
    };
    const refuse = async (name: string) => {
      const { answer } = await wish(name);
      await assistant.person.answers(`https://${name}.example`, '');
      expect(await answer).toMatchObject(refused('PAIRING_REFUSED'));
    };
    for (const name of ['a', 'b', 'c']) await refuse(name);
    const paused = { error: { status: 'PAIRING_PAUSED', retry_after: 30 } };
    expect(await (await wish('d')).answer).toMatchObject(paused);
    assistant.clock.move(30_000);
    await refuse('d');
    expect(await (await wish('e')).answer).toMatchObject({ error: { retry_after: 60 } });
    assistant.clock.move(60_000);
    await assistant.approved();
    for (const name of ['e', 'f']) await refuse(name);
    const asked = await wish('g');
    await assistant.person.answers('https://g.example', await asked.page.number());
    expect(await asked.answer).toHaveProperty('output');
  });

  test('is put off after three pages that went away as well', async () => {
    await assistant.close();
    assistant = await runAssistant({ patience: { answer: 50, abandoned: 50 } });
    for (let count = 1; count <= 3; count += 1) {
      const page = await assistant.open(`https://site-${count}.example`);
      await page.say({ command: 'initialize', input: { nonce: page.nonce } });
      await expect.poll(() => assistant.log()).toHaveLength(count);
    }
    const page = await assistant.open();
    expect(await page.call('initialize', { nonce: page.nonce })).toMatchObject(refused('PAIRING_PAUSED'));
  });

  test('of a second site meanwhile is told that the person is busy', async () => {
    const [page, other] = [await assistant.open(), await assistant.open(OTHER)];
    const begun = page.initialize();
    await assistant.person.sees(CONSOLE);
    expect(await other.call('initialize', { nonce: other.nonce })).toMatchObject(refused('PAIRING_BUSY'));
    await assistant.person.answers(CONSOLE, await page.number());
    await begun;
    expect(assistant.person.screen()).not.toContain(OTHER);
  });

  test('answers in time while the person thinks, and goes on by its ticket', async () => {
    const page = await assistant.open();
    const said = await page.say({ command: 'initialize', input: { nonce: page.nonce } });
    if (!('waiting' in said)) throw new Error('Nobody was asked.');
    const { waiting } = said;
    expect(await page.say({ ticket: waiting.ticket })).toEqual({ waiting });
    await assistant.person.answers(CONSOLE, await page.number());
    let last = await page.say({ ticket: waiting.ticket });
    while ('waiting' in last) last = await page.say({ ticket: waiting.ticket });
    expect(last).toHaveProperty('output');
  });

  test('of a page that went away is asked for no more', async () => {
    await assistant.close();
    const patience = { answer: 50, abandoned: 50 };
    assistant = await runAssistant({ patience });
    const page = await assistant.open();
    await page.say({ command: 'initialize', input: { nonce: page.nonce } });
    await assistant.person.sees('Nobody waits for this any more.');
    expect(assistant.log().at(-1)).toMatchObject({ what: 'initialize', result: 'ABANDONED' });
    // The next question is asked, and the first page's digits are no answer to it. Its page stays.
    patience.abandoned = 30_000;
    const { kept } = await assistant.approved(OTHER);
    expect(assistant.sites.list()).toMatchObject([{ id: kept.id, origin: OTHER }]);
  });

  test('with the terminal closed says that nobody can be asked', async () => {
    const page = await assistant.open();
    const begun = page.call('initialize', { nonce: page.nonce });
    await assistant.person.sees(CONSOLE);
    assistant.person.keyboard.end();
    expect(await begun).toMatchObject(refused('PROMPT_UNAVAILABLE'));
    const again = await assistant.open(OTHER);
    expect(await again.call('initialize', { nonce: again.nonce })).toMatchObject(refused('PROMPT_UNAVAILABLE'));
  });
});

describe('forgetting a site', () => {
  test('ends what it may by the very next message, and it has to ask anew', async () => {
    const { page, kept } = await assistant.approved();
    expect(assistant.sites.forget(CONSOLE)).toHaveLength(1);
    const answer = await page.send(await page.seal({ command: 'service' }));
    expect(answer).toMatchObject({ code: 403, body: { error: { status: 'SITE_NOT_APPROVED' } } });
    const again = await assistant.open(CONSOLE, kept);
    expect(again.isKnown).toBe(false);
    expect(await again.call('service')).toMatchObject(refused('NOT_INITIALIZED'));
    const ended = expect.objectContaining({ origin: CONSOLE, result: 'SITE_NOT_APPROVED' }) as object;
    expect(assistant.log()).toContainEqual(ended);
  });

  test('by its id forgets one browser of it, and no other site', async () => {
    const first = await assistant.approved();
    const second = await assistant.approved();
    const other = await assistant.approved(OTHER);
    assistant.sites.forget(first.kept.id);
    expect(assistant.sites.list().map(({ id }) => id)).toEqual([second.kept.id, other.kept.id].toSorted());
    expect(await second.page.call('service')).toHaveProperty('output');
    expect(await other.page.call('service')).toHaveProperty('output');
  });
});
