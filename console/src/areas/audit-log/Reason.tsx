/**
 * What an event says beside what changed: a word of the log's own, or why it failed. That may be any problem there is:
 * their words are loaded where there is something to say.
 */
import { exceptionKey } from '../../api/show-problem.ts';
import { isTextKey, needsNoValues, useText } from '../../i18n/text.ts';

/** In words where they need nothing else, and as the log has it: events of earlier versions have sentences. */
export default function Reason({ status }: { status: string }) {
  const t = useText();
  const note = `audit.note.${status}`;
  const key = isTextKey(note) ? note : exceptionKey(status);
  return (
    <>
      {key && needsNoValues(key) && <>{t(key)} </>}
      <span className="mono">{status}</span>
    </>
  );
}
