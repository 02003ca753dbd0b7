/** The check of access as a section has it: loaded once it is open. */
import { later } from '../../shell/routing/later.tsx';
import { Busy } from '../../ui/Busy.tsx';
import css from './access-check-later.module.css';

export const AccessCheckLater = later(
  () => import('./AccessCheck.tsx'),
  <div className={css.meanwhile}>
    <Busy />
  </div>,
);
