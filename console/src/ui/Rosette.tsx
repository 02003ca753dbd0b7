/** The small engraved rosette around an icon: only on empty, refused and public views. */
import type { Icon } from '@tabler/icons-react';
import light from './theme/art/rosette-small.svg';
import dark from './theme/art/rosette-small-dark.svg';
import css from './page-state.module.css';

export function Rosette({ icon: Icon }: { icon: Icon }) {
  return (
    <div className={css.art}>
      <img className={css.light} src={light} alt="" loading="lazy" width={88} height={88} />
      <img className={css.dark} src={dark} alt="" loading="lazy" width={88} height={88} />
      <Icon size={28} stroke={1.75} aria-hidden />
    </div>
  );
}
