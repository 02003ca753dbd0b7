/** One state of the way to the trust assistant: a picture, what it is, what to do, and what helps where that fails. */
import type { Icon } from '@tabler/icons-react';
import { IconLoader2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Rosette } from '../../ui/Rosette.tsx';
import css from './assistant.module.css';

type Props = {
  icon: Icon;
  title: string;
  text: ReactNode;
  /** An error is announced at once. */
  isFailure?: boolean;
  /** Buttons, the one that most people need first. */
  actions?: ReactNode;
  /** What goes on meanwhile. */
  live?: string | null;
  help?: { title: string; steps: readonly { key: string; step: ReactNode }[] };
  children?: ReactNode;
};

export function AssistantScreen({ icon, title, text, isFailure = false, actions, live, help, children }: Props) {
  return (
    <div className={css.screen}>
      <div className={`card ${css.big}`}>
        <Rosette icon={icon} />
        {/* Without the buttons, of which one may count the seconds down. */}
        <div className={css.said} role={isFailure ? 'alert' : undefined}>
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
        {children}
        {actions && <div className={css.acts}>{actions}</div>}
        <span role="status" className={css.live}>
          {live && (
            <>
              <IconLoader2 size={16} stroke={1.75} className="spin" aria-hidden />
              {live}
            </>
          )}
        </span>
      </div>
      {help && (
        <div className={css.help}>
          <h3>{help.title}</h3>
          <ol>
            {help.steps.map(({ key, step }) => (
              <li key={key}>
                <span>{step}</span>
              </li>
            ))}
          </ol>
        </div>
      )}
    </div>
  );
}
