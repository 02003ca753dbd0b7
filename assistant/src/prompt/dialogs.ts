/** The programs that show a window, by system; Windows opens a terminal for the assistant, which asks there. */
import { visible, type Question } from './prompt.ts';
import type { Dialog } from './window-prompt.ts';

const TITLE = 'Signet trust assistant';
const asked = ({ lines, label }: Question): string => [...lines, '', label].map(visible).join('\n');
const told = (lines: readonly string[]): string => lines.map(visible).join('\n');

/** GNOME's zenity reads `_` as the mark of a shortcut and `\` as an escape; it shows neither unless doubled. */
const forZenity = (content: string): string => content.replaceAll(/[_\\]/g, '$&$&');
const ZENITY = ['--title', TITLE, '--width', '420'];
const zenity: Dialog = {
  program: 'zenity',
  ask: (question) =>
    ['--entry', ...ZENITY, '--text', forZenity(asked(question)), '--cancel-label', 'Refuse', '--ok-label', 'OK'].concat(
      question.secret ? '--hide-text' : [],
    ),
  tell: (lines) => ['--info', ...ZENITY, '--no-markup', '--timeout', '20', '--text', told(lines)],
};

/** Qt takes a text for HTML where it looks like some; with this sign it does not. */
const forQt = (content: string): string => content.replaceAll('<', '\u2039');
const kdialog: Dialog = {
  program: 'kdialog',
  ask: (question) => ['--title', TITLE, question.secret ? '--password' : '--inputbox', forQt(asked(question))],
  tell: (lines) => ['--title', TITLE, '--passivepopup', forQt(told(lines)), '20'],
};

/** One line of AppleScript for each; the texts come as arguments of the script, so that nothing in them is run. */
const script = (...lines: string[]): string[] => lines.flatMap((line) => ['-e', line]);
const osascript: Dialog = {
  program: '/usr/bin/osascript',
  ask: (question) => [
    ...script(
      'on run {content, heading}',
      'activate',
      'set answer to display dialog content with title heading default answer "" buttons {"Refuse", "OK"} ' +
        `default button "OK" cancel button "Refuse"${question.secret ? ' with hidden answer' : ''}`,
      'return text returned of answer',
      'end run',
    ),
    asked(question),
    TITLE,
  ],
  tell: (lines) => [
    ...script('on run {content, heading}', 'display notification content with title heading', 'end run'),
    told(lines),
    TITLE,
  ],
};

/** Those of this desktop, the first to be tried first. */
export const dialogsOf = (system: NodeJS.Platform): Dialog[] =>
  system === 'darwin' ? [osascript] : system === 'win32' ? [] : [zenity, kdialog];
