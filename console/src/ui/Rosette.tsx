/** The small engraved rosette around an icon: only on empty, refused and public views. */
import type { Icon } from '@tabler/icons-react';
import type { SyntheticEvent } from 'react';
import light from './theme/art/rosette-small.svg';
import dark from './theme/art/rosette-small-dark.svg';
import css from './page-state.module.css';

/** Without a network a view says so, and its picture can't be fetched either. */
function hide({ currentTarget }: SyntheticEvent<HTMLImageElement>): void {
  currentTarget.style.visibility = 'hidden';
}

export function Rosette({ icon: Icon }: { icon: Icon }) {
  return (
    <div className={css.art}>
      <img className={css.light} src={light} alt="" loading="lazy" width={88} height={88} onError={hide} />
      <img className={css.dark} src={dark} alt="" loading="lazy" width={88} height={88} onError={hide} />
      <Icon size={28} stroke={1.75} aria-hidden />
    </div>
  );
}
