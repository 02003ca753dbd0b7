import { createReadStream, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { formatVerifierKey, parseVerifierKey } from './note.ts';
import type { NoteVerifier } from './note.ts';
import { readNotes } from './notes-file.ts';
import { isOfEvents, verifyEvents, type EventsVerdict } from './verify-events.ts';
import { NotAnExport, verifyExport } from './verify-export.ts';
import type { ExportVerdict } from './verify-export.ts';

const USAGE = `Verifies an exported audit log, or a file of chosen events with their proofs, with no database and no
network.

  npm run audit:verify -- <export.ndjson> [--key <key>] [--checkpoint <file>]…

  --key         the log's public key, kept from earlier (<name>+<id>+<base64>)
  --checkpoint  checkpoints taken home earlier, one or many in a file, or lines of a
                log that hold them: the log must still contain each

Ends with 0 when every row is proved, 1 when something is wrong (the first wrong row is named),
2 when there is nothing to verify.
`;

/** The command could not begin; the message is one sentence. */
class Unusable extends Error {}

type Options = { file: string; key: NoteVerifier | null; checkpoints: string[] };

/**
 * Verifies the file that the arguments of `audit:verify` name; `say` takes text for the person. Returns the exit code:
 * 0 proved, 1 wrong, 2 nothing to verify.
 */
export async function verifyFile(args: string[], say: (text: string) => void): Promise<0 | 1 | 2> {
  try {
    const { file, key, checkpoints } = parseOptions(args);
    const lines = (): AsyncIterable<string> => linesOf(createReadStream(file, 'utf8'));
    if (await isOfEvents(lines())) {
      const verdict = await verifyEvents(lines(), { key, checkpoints });
      say(answerOfEvents(verdict, key !== null));
      return verdict.verified ? 0 : 1;
    }
    const verdict = await verifyExport(lines(), { key, checkpoints });
    say(answer(verdict, key !== null, checkpoints.length));
    return verdict.verified ? 0 : 1;
  } catch (error) {
    if (error instanceof Unusable) say(`${error.message}\n\n${USAGE}`);
    else if (error instanceof NotAnExport) say(`${error.message}\n`);
    else if (error instanceof Error && 'code' in error) say(`The export could not be read: ${error.message}\n`);
    else throw error;
    return 2;
  }
}

/**
 * The lines of a file, ended by LF or CRLF alone. Node's readline also breaks lines at U+2028 and
 * U+2029, which canonical JSON leaves as they are.
 */
async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.replace(/\r$/, '');
  }
  if (rest !== '') yield rest;
}

function parseOptions(args: string[]): Options {
  const { values, positionals } = parsed(args);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new Unusable('Name one exported file.');
  const key = values.key === undefined ? null : parseVerifierKey(values.key.trim());
  if (values.key !== undefined && !key)
    throw new Unusable('The value of --key is not a key of the form <name>+<id>+<base64>.');
  return { file, key, checkpoints: (values.checkpoint ?? []).flatMap(readCheckpoints) };
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { key: { type: 'string' }, checkpoint: { type: 'string', multiple: true } },
    });
  } catch (error) {
    throw new Unusable(error instanceof Error ? error.message : String(error));
  }
}

/** The checkpoints of a file. One without any is refused: whoever names it believes that something was compared. */
function readCheckpoints(file: string): string[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Unusable(`The checkpoint could not be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  const notes = readNotes(text);
  if (notes.length === 0) throw new Unusable(`There is no checkpoint in ${file}.`);
  return notes;
}

function answer(verdict: ExportVerdict, keyGiven: boolean, compared: number): string {
  if (!verdict.verified) return `Not proved. ${verdict.sentence}\n`;
  const lines = [`Proved: all ${verdict.tree_size} rows are as they were signed.`];
  if (compared === 1) lines.push('The checkpoint taken home is contained in the log.');
  if (compared > 1) lines.push(`All ${compared} checkpoints taken home are contained in the log.`);
  lines.push(signedWith(verdict.key, keyGiven));
  return `${lines.join('\n')}\n`;
}

function signedWith(verifier: NoteVerifier, keyGiven: boolean): string {
  const key = formatVerifierKey(verifier);
  return keyGiven
    ? `Signed with the key you gave, ${key}.`
    : `Signed with the key ${key}, which the export itself names: compare it with the one you know, or give --key.`;
}

function answerOfEvents(verdict: EventsVerdict, keyGiven: boolean): string {
  if (!verdict.verified) return `Not proved. ${verdict.sentence}\n`;
  const { proved, withheld, waiting, tree_size, key } = verdict;
  const lines = [`Proved: ${proved} events are in the log of ${tree_size} as they were recorded.`];
  if (withheld > 0)
    lines.push(`${withheld} more have their place in it; a part of them is withheld, so what they say is not proved.`);
  if (waiting > 0) lines.push(`${waiting} wait for their place: nothing is proved of them yet.`);
  lines.push(
    'Whether events were left out of this file is not proved: that takes the whole log (npm run audit:export).',
  );
  lines.push(signedWith(key, keyGiven));
  return `${lines.join('\n')}\n`;
}
