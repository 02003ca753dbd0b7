/** The programs that show a window, by system; Windows opens a terminal for the assistant, which asks there. */
import type { Speak } from '../texts/speaker.ts';
import { visible, type Question } from './prompt.ts';
import type { Dialog } from './window-prompt.ts';

const asked = ({ lines, label }: Question): string => [...lines, '', label].map(visible).join('\n');
const told = (lines: readonly string[]): string => lines.map(visible).join('\n');

/** GNOME's zenity reads `_` as the mark of a shortcut and `\` as an escape; it shows neither unless doubled. */
const forZenity = (content: string): string => content.replaceAll(/[_\\]/g, '$&$&');
/** Under a locale without UTF-8, or one that this computer does not have, GTK takes no text with other letters. */
const UTF_8 = { LC_ALL: 'C.UTF-8' };
function zenity(speak: Speak): Dialog {
  const common = [
    '--title',
    speak('assistantProgram.name'),
    '--width',
    '420',
    '--ok-label',
    speak('assistantProgram.window.ok'),
  ];
  const entry = ['--entry', ...common, '--cancel-label', speak('assistantProgram.window.refuse')];
  return {
    program: 'zenity',
    environment: UTF_8,
    ask: (question) => [...entry, '--text', forZenity(asked(question)), ...(question.secret ? ['--hide-text'] : [])],
    tell: (lines) => ['--info', ...common, '--no-markup', '--timeout', '20', '--text', told(lines)],
  };
}

/** Qt takes a text for HTML where it looks like some; with this sign it does not. */
const forQt = (content: string): string => content.replaceAll('<', '\u2039');
function kdialog(speak: Speak): Dialog {
  const common = ['--title', speak('assistantProgram.name')];
  return {
    program: 'kdialog',
    // Its buttons are named by the system: older ones take no names for them.
    environment: {},
    ask: (question) => [...common, question.secret ? '--password' : '--inputbox', forQt(asked(question))],
    tell: (lines) => [...common, '--passivepopup', forQt(told(lines)), '20'],
  };
}

/** One line of AppleScript for each; the texts come as arguments of the script, so that nothing in them is run. */
const script = (...lines: string[]): string[] => lines.flatMap((line) => ['-e', line]);
function osascript(speak: Speak): Dialog {
  const heading = speak('assistantProgram.name');
  return {
    program: '/usr/bin/osascript',
    environment: {},
    ask: (question) => [
      ...script(
        'on run {content, heading, refusal, agreement}',
        'activate',
        'set answer to display dialog content with title heading default answer "" buttons {refusal, agreement} ' +
          `default button agreement cancel button refusal${question.secret ? ' with hidden answer' : ''}`,
        'return text returned of answer',
        'end run',
      ),
      asked(question),
      heading,
      speak('assistantProgram.window.refuse'),
      speak('assistantProgram.window.ok'),
    ],
    tell: (lines) => [
      ...script('on run {content, heading}', 'display notification content with title heading', 'end run'),
      told(lines),
      heading,
    ],
  };
}

/** Those of this desktop, in the language of its person; the first to be tried first. */
export const dialogsOf = (system: NodeJS.Platform, speak: Speak): Dialog[] =>
  system === 'darwin' ? [osascript(speak)] : system === 'win32' ? [] : [zenity(speak), kdialog(speak)];
