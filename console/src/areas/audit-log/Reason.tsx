/**
 * Why what an event tells of failed. It may be any problem there is: their words are loaded where something did fail.
 */
import { exceptionKey } from '../../api/show-problem.ts';
import { needsNoValues, useText } from '../../i18n/text.ts';

/** Why it failed: in words where they need nothing else, and the status as the log has it. */
export default function Reason({ status }: { status: string }) {
  const t = useText();
  const key = exceptionKey(status);
  return (
    <>
      {key && needsNoValues(key) && <>{t(key)} </>}
      <span className="mono">{status}</span>
    </>
  );
}
