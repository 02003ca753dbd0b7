/** Which columns of a list show. The column of the name always does. */
import { Button, Menu } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { escapeWhileOpening } from '../keyboard/escape-while-opening.ts';
import { useText } from '../../i18n/text.ts';
import type { List } from './list-state.ts';

/** What the choice knows of a column. */
export type Choosable = { key: string; head: string; small?: string; onlySmall?: boolean };

/** An entry that does nothing now but keeps the focus: a disabled one would drop it. */
const OFF = { 'aria-disabled': true, 'data-disabled': true } as const;

/** The columns that nobody can put away: the one that names the row, else the first. */
export function isFixed(column: Choosable, columns: readonly Choosable[]): boolean {
  return column === (columns.find((one) => one.small === 'name') ?? columns[0]);
}

/** The columns that show. On a small screen a row is two lines of fixed parts, whatever was put away. */
export function visibleColumnsOf<C extends Choosable>(
  columns: readonly C[],
  hidden: readonly string[],
  small: boolean,
): C[] {
  return columns.filter(
    (column) => !hidden.includes(column.key) || isFixed(column, columns) || (small && column.small !== undefined),
  );
}

export function ColumnsMenu<F extends string>({
  list: { hidden, setHidden },
  columns: all,
}: {
  list: List<F>;
  columns: readonly Choosable[];
}) {
  const t = useText();
  const columns = all.filter(({ onlySmall = false }) => !onlySmall);
  const away = columns.filter((column) => hidden.includes(column.key) && !isFixed(column, columns)).length;
  const toggle = (key: string) =>
    setHidden(hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key]);
  return (
    <Menu position="bottom-end" width={220} closeOnItemClick={false} withinPortal={false}>
      <Menu.Target>
        <Button
          className="only-wide"
          onKeyDown={escapeWhileOpening}
          leftSection={<IconColumns3 size={16} stroke={1.75} aria-hidden />}
        >
          {t('list.columns', { away })}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {columns.map((column) => {
          const fixed = isFixed(column, columns);
          return (
            <Menu.CheckboxItem
              key={column.key}
              checked={fixed || !hidden.includes(column.key)}
              {...(fixed ? OFF : {})}
              onChange={() => fixed || toggle(column.key)}
            >
              {column.head}
            </Menu.CheckboxItem>
          );
        })}
        <Menu.Divider />
        <Menu.Item {...(away === 0 ? OFF : {})} onClick={() => setHidden([])}>
          {t('list.showAllColumns')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
