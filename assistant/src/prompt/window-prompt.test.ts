/** Questions in a real window, answered with a real keyboard on a screen of the test's own. */
import { readFileSync } from 'node:fs';
import type { Locale } from '@signet/contract/locales';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openDesktop, type Desktop } from '../testing/desktop.ts';
import { speakerOf } from '../texts/speaker.ts';
import { dialogsOf } from './dialogs.ts';
import { PromptUnavailable, type Question } from './prompt.ts';
import { windowPrompt, type Dialog } from './window-prompt.ts';

const LIMIT = { timeout: 60_000 };
const ASKED: Question = { lines: ['The site https://a_b.example asks to sign.'], label: 'Type the PIN:', secret: true };
const display = process.env['DISPLAY'];
let desktop: Desktop;
beforeAll(async () => {
  desktop = await openDesktop();
  Object.assign(process.env, desktop.env);
}, 60_000);
afterAll(() => {
  desktop.close();
  if (display === undefined) delete process.env['DISPLAY'];
  else process.env['DISPLAY'] = display;
});
afterEach(() => desktop.isEmpty());

const zenity = (locale: Locale = 'en_US'): Dialog => {
  const [first] = dialogsOf('linux', speakerOf(locale));
  if (!first) throw new Error('No window is known for Linux.');
  return first;
};
const never = (): AbortSignal => new AbortController().signal;

test('what the person types in the window is the answer, one question after the other', LIMIT, async () => {
  const prompt = windowPrompt(zenity());
  const first = prompt.ask(ASKED, never());
  const second = prompt.ask({ ...ASKED, label: 'Once more:', secret: false }, never());
  await desktop.window();
  expect(await desktop.windows()).toBe(1);
  await desktop.answers('geh eim1');
  expect(await first).toBe('geh eim1');
  await desktop.answers('');
  expect(await second).toBe('');
});

test('who presses Esc has refused; a window that dies has not', LIMIT, async () => {
  const prompt = windowPrompt(zenity());
  const refused = prompt.ask(ASKED, never());
  await desktop.presses('Escape');
  expect(await refused).toBeNull();

  const lost = prompt.ask(ASKED, never()).catch((error: unknown) => error);
  await desktop.kills();
  expect(await lost).toBeInstanceOf(PromptUnavailable);
});

test('the window closes where nobody waits any more, and the next question is asked', LIMIT, async () => {
  const prompt = windowPrompt(zenity());
  const leave = new AbortController();
  const left = prompt.ask(ASKED, leave.signal).catch((error: unknown) => error);
  await desktop.window();
  const gone = new Error('Nobody waits.');
  leave.abort(gone);
  expect(await left).toBe(gone);

  const next = prompt.ask(ASKED, never());
  await expect.poll(() => desktop.windows()).toBe(1);
  await desktop.answers('next1');
  expect(await next).toBe('next1');
});

/** What a program was started with. */
const argumentsOf = (pid: string): string[] => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');

test.each([
  ['a locale that this computer does not have', 'de_DE.UTF-8'],
  ['a locale without UTF-8', 'C'],
])('a window speaks German, under %s too', LIMIT, async (_which, locale) => {
  const before = process.env['LC_ALL'];
  process.env['LC_ALL'] = locale;
  try {
    const prompt = windowPrompt(zenity('de_DE'));
    const speak = speakerOf('de_DE');
    const lines = [speak('assistantProgram.asks.sign', { origin: 'https://a.example', label: 'Büro' })];
    const label = speak('assistantProgram.type.filePassphrase');
    const typed = prompt.ask({ lines, label, secret: true }, never());
    const { pid } = await desktop.window();
    expect(argumentsOf(pid)).toContain(
      'Die Website https://a.example möchte mit dem Schlüssel „Büro“ signieren.\n\n' +
        'Geben Sie die Passphrase der Datei ein, oder drücken Sie Esc, um abzulehnen:',
    );
    expect(argumentsOf(pid)).toContain('Ablehnen');
    await desktop.answers('geheim1');
    expect(await typed).toBe('geheim1');
  } finally {
    if (before === undefined) delete process.env['LC_ALL'];
    else process.env['LC_ALL'] = before;
  }
});

test('a system without the program is one on which nobody can be asked', LIMIT, async () => {
  const absent = windowPrompt({ ...zenity(), program: 'signet-no-such-program' });
  await expect(absent.ask(ASKED, never())).rejects.toBeInstanceOf(PromptUnavailable);
  expect(() => absent.tell(['Told to nobody.'])).not.toThrow();
});

test('so is one without a screen: nobody refused what nobody saw', LIMIT, async () => {
  const prompt = windowPrompt({ ...zenity(), environment: { ...zenity().environment, DISPLAY: ':65535' } });
  await expect(prompt.ask(ASKED, never())).rejects.toBeInstanceOf(PromptUnavailable);
});

test('texts are shown as they are: no shortcut, escape, markup, line or direction of theirs', () => {
  const hostile = ['https://a_b.example\n', String.raw`\n`, '<b>x</b>\u202Eevil'];
  const question = { lines: hostile, label: 'PIN:', secret: true };
  const [gnome, kde] = dialogsOf('linux', speakerOf('en_US')).map((dialog) => dialog.ask(question));
  expect(gnome).toContain('https://a__b.example\uFFFD\n\\\\n\n<b>x</b>\uFFFDevil\n\nPIN:');
  expect(kde).toContain('https://a_b.example\uFFFD\n\\n\n\u2039b>x\u2039/b>\uFFFDevil\n\nPIN:');
  expect(kde).toContain('--password');
  const [mac] = dialogsOf('darwin', speakerOf('de_DE')).map((dialog) => dialog.ask(question));
  // Behind the script's lines, where osascript runs nothing.
  const [, heading, ...buttons] = mac?.slice(-4) ?? [];
  expect(mac?.slice(-4)[0]).toContain('a_b.example');
  expect([heading, ...buttons]).toEqual(['Signet Trust Assistant', 'Ablehnen', 'OK']);
  expect(mac?.filter((part) => part === '-e')).toHaveLength(5);
});
