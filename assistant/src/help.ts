/** What `help` tells: the commands of the assistant, and the settings that it reads from the environment. */
import { LAUNCH_SCHEME } from '@signet/contract/assistant/launch';
import { ASSISTANT_PORT } from '@signet/contract/assistant/wire';
import { LOCALES } from '@signet/contract/locales';
import type { Speak } from './texts/speaker.ts';
import { VERSION } from './version.ts';

/** In two columns; a text that stands alone on its line has none beside it. */
function table(rows: readonly [name: string, text: string][]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`);
}

/** The lines of it. `program`: how the person calls the assistant. */
export function helpOn(program: string, speak: Speak): string[] {
  const scheme = LAUNCH_SCHEME;
  return [
    `${speak('assistantProgram.name')} ${VERSION}: ${speak('assistantProgram.about')}`,
    '',
    speak('assistantProgram.help.usage', { line: `${program} [COMMAND]` }),
    '',
    speak('assistantProgram.help.commands'),
    ...table([
      ['run', speak('assistantProgram.help.command.run')],
      ['open', speak('assistantProgram.help.command.open')],
      ['sites', speak('assistantProgram.help.command.sites')],
      ['forget SITE', speak('assistantProgram.help.command.forget')],
      ['providers', speak('assistantProgram.help.command.providers')],
      ['forget-provider FILE', speak('assistantProgram.help.command.forget-provider')],
      ['log', speak('assistantProgram.help.command.log')],
      ['register', speak('assistantProgram.help.command.register', { scheme })],
      ['unregister', speak('assistantProgram.help.command.unregister')],
      ['version', speak('assistantProgram.help.command.version')],
      ['help', speak('assistantProgram.help.command.help')],
    ]),
    '',
    speak('assistantProgram.help.settings'),
    ...table([
      ['LC_ALL', speak('assistantProgram.help.setting.language', { locales: LOCALES.join(', ') })],
      ['SIGNET_ASSISTANT_DATA', speak('assistantProgram.help.setting.data')],
      ['SIGNET_ASSISTANT_PORT', speak('assistantProgram.help.setting.port', { port: String(ASSISTANT_PORT) })],
      ['SIGNET_ASSISTANT_SOFTWARE_KEY_STORE', speak('assistantProgram.help.setting.software')],
      ['SIGNET_ASSISTANT_TOKENS', speak('assistantProgram.help.setting.tokens')],
    ]),
  ];
}
