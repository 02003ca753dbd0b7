import { expect, test } from 'vitest';
import { personAtTerminal } from '../testing/person.ts';
import { speakerOf } from '../texts/speaker.ts';
import { visible } from './prompt.ts';

test('what a token or a page is called moves nothing on the screen, in lines and in what is asked for', async () => {
  const person = personAtTerminal(speakerOf('en_US'));
  const values = { where: 'token', label: 'Work\u001b[2J\u202E', store: 'SoftHSM2', serial: '1' };
  const label = speakerOf('en_US')('assistantProgram.type.pin', values);
  const typed = person.prompt.ask({ lines: ['\u001b[1A'], label, secret: true }, new AbortController().signal);
  await person.answers('Type the PIN of the token “Work\uFFFD[2J\uFFFD” (SoftHSM2, 1)', 'geheim1');
  expect(await typed).toBe('geheim1');
  expect(person.screen()).not.toMatch(/[\u001b\u202E]/);
});

test('nor does it begin a line of its own, as a window would show it', () => {
  expect(visible('Work\u2028The site\u2029asks')).toBe('Work\uFFFDThe site\uFFFDasks');
});

test.each([
  ['Left', '\u001b[D'],
  ['Left in application mode', '\u001bOD'],
  ['Delete', '\u001b[3~'],
  ['Ctrl-Right', '\u001b[1;5C'],
  ['F1', '\u001bOP'],
  ['F1 of the Linux console', '\u001b[[A'],
])('%s neither refuses nor types anything, and Escape still refuses', async (_key, sequence) => {
  const person = personAtTerminal(speakerOf('en_US'));
  const ask = () => person.prompt.ask({ lines: [], label: '?', secret: false }, new AbortController().signal);
  const typed = ask();
  await person.sees('?');
  person.keyboard.write(sequence);
  await person.answers('?', `12${sequence}34`);
  expect(await typed).toBe('1234');
  const refused = ask();
  await person.sees('?');
  person.keyboard.write('\u001b');
  expect(await refused).toBeNull();
});

test('whose page went away reads so in their language', async () => {
  const person = personAtTerminal(speakerOf('es_ES'));
  const gone = new AbortController();
  const left = person.prompt
    .ask({ lines: [], label: '?', secret: false }, gone.signal)
    .catch((error: unknown) => error);
  await person.sees('?');
  gone.abort(new Error('gone'));
  expect(await left).toMatchObject({ message: 'gone' });
  await person.sees('Ya nadie espera esta respuesta.');
});
