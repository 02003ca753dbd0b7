/** What an event changed: the fields that differ, before and after side by side; what stayed is there to be shown. */
import type { AuditEvent } from '@signet/contract/areas/audit-log';
import { isId } from '@signet/contract/filter';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { allFields, differences } from '../../shell/events/differences.ts';
import { useEventTexts } from '../../shell/events/event-texts.ts';
import { AS } from '../../shell/list/table-roles.ts';
import css from './audit-log.module.css';

/** A snapshot by field; one that is no object has no fields. */
const fieldsOf = (snapshot: unknown): Readonly<Record<string, unknown>> | null =>
  typeof snapshot === 'object' && snapshot !== null && !Array.isArray(snapshot)
    ? Object.fromEntries(Object.entries(snapshot))
    : null;

export function Changes({ event }: { event: Pick<AuditEvent, 'before' | 'after' | 'resource_type'> }) {
  const t = useText();
  const texts = useEventTexts();
  const [isWhole, setIsWhole] = useState(false);
  const [before, after] = [fieldsOf(event.before), fieldsOf(event.after)];
  const changed = differences(before, after);
  const all = allFields(before, after);
  // Where nothing differs, as of a record made with nothing in it, all of it is what there is to see.
  const same = changed.length === 0 ? 0 : all.length - changed.length;
  if (all.length === 0) return <p className="t2">{t('audit.noFields')}</p>;
  const of = event.resource_type;
  const label = (field: string) => texts.label(of, field);
  return (
    <>
      <div className="card">
        <table {...AS.table} className={css.changes}>
          <caption className="vh">{t('audit.whatChanged')}</caption>
          <thead {...AS.group}>
            <tr {...AS.row}>
              <th {...AS.head} scope="col">
                {t('audit.field')}
              </th>
              <th {...AS.head} scope="col">
                {t('audit.before')}
              </th>
              <th {...AS.head} scope="col">
                {t('audit.after')}
              </th>
            </tr>
          </thead>
          <tbody {...AS.group}>
            {(isWhole || changed.length === 0 ? all : changed).map((one) => {
              const differs = one.before !== one.after;
              return (
                <tr key={one.field} {...AS.row}>
                  <th {...AS.rowHead} scope="row" className={label(one.field) === null ? 'mono' : undefined}>
                    {label(one.field) ?? one.field}
                  </th>
                  <td {...AS.cell} className={differs && one.before !== '' ? css.was : undefined}>
                    <span className={css.side}>{t('audit.before')}</span>
                    <Value of={one.before} text={texts.value(of, one.field, one.before)} />
                  </td>
                  <td {...AS.cell} className={differs && one.after !== '' ? css.became : undefined}>
                    <span className={css.side}>{t('audit.after')}</span>
                    <Value of={one.after} text={texts.value(of, one.field, one.after)} />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {same > 0 && (
        <Button mt="sm" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {t(isWhole ? 'audit.changesAlone' : 'audit.sameFields', { count: same })}
        </Button>
      )}
    </>
  );
}

/** An identifier is read letter by letter. */
const Value = ({ of, text }: { of: string; text: string }) => (isId(of) ? <span className="mono">{text}</span> : text);
