/** The foot of the palette: its keys, and how many results there are. */
import { Kbd } from '@mantine/core';
import { useText } from '../../i18n/text.ts';
import { modKey } from '../keyboard/mod-key.ts';
import css from './palette.module.css';

/** `count` is null while there is nothing to count. */
export function Hints({ count }: { count: number | null }) {
  const t = useText();
  const hints: [keys: string[], label: string][] = [
    [['↑', '↓'], t('palette.move')],
    [['Enter'], t('palette.follow')],
    [[modKey(), 'Enter'], t('palette.newTab')],
  ];
  return (
    <footer className={css.foot}>
      {hints.map(([keys, label]) => (
        <span key={label} className="only-wide">
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
          {label}
        </span>
      ))}
      <span role="status" className={css.count}>
        {count === null ? '' : t('palette.count', { count })}
      </span>
    </footer>
  );
}
