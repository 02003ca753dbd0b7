/** Permissions with a check each, group by group, in as many columns as there is room for. */
import { inGroups } from '@signet/contract/permission-groups';
import { PERMISSIONS } from '@signet/contract/viewer';
import { IconCheck } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { useFirstNewRow } from '../list/row-focus.ts';
import { usePermissionName } from './permission-names.ts';
import css from './permission-checks.module.css';

/** `first`: how many stand there at first; the others are counted, and come at a click. */
export function PermissionChecks({ of, first = PERMISSIONS.length }: { of: readonly string[]; first?: number }) {
  const t = useText();
  const nameOf = usePermissionName();
  const [all, setAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const names = inGroups(of).flatMap(({ permissions }) => permissions);
  const shown = all ? names : names.slice(0, first);
  const onPressed = useFirstNewRow(list, ':scope > li', shown.length);
  if (names.length === 0) return <span className="t3">{t('common.none')}</span>;
  return (
    <>
      <ul ref={list} className={css.checks}>
        {shown.map((name) => (
          <li key={name}>
            <IconCheck size={16} stroke={1.75} aria-hidden />
            {nameOf(name)}
          </li>
        ))}
      </ul>
      {names.length > shown.length && (
        <button
          type="button"
          className={css.more}
          onClick={(event) => {
            onPressed(event);
            setAll(true);
          }}
        >
          {t('people.canMore', { count: names.length - shown.length })}
        </button>
      )}
    </>
  );
}
