/** One question of a public flow: steps, title, intro, content. */
import type { ReactNode } from 'react';
import { IconCheck } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import css from './public.module.css';

export function PublicPage({
  title,
  intro,
  steps,
  step,
  children,
}: {
  title: ReactNode;
  intro?: ReactNode;
  steps?: readonly string[];
  step?: number;
  children?: ReactNode;
}) {
  return (
    <>
      {steps && step !== undefined && <Steps steps={steps} step={step} />}
      <h1>{title}</h1>
      {intro && <p className={css.intro}>{intro}</p>}
      {children}
    </>
  );
}

/** `step` counts from 1. */
function Steps({ steps, step }: { steps: readonly string[]; step: number }) {
  const t = useText();
  return (
    <ol className={css.steps} aria-label={t('steps.progress', { step, steps: steps.length })}>
      {steps.map((label, index) => (
        <li
          key={label}
          data-state={index + 1 < step ? 'done' : index + 1 === step ? 'now' : 'later'}
          aria-current={index + 1 === step ? 'step' : undefined}
        >
          {index + 1 < step ? (
            <IconCheck size={16} stroke={2.2} aria-hidden />
          ) : (
            <span className={css.n}>{index + 1}.</span>
          )}
          {label}
        </li>
      ))}
    </ol>
  );
}

export function PublicFields({ children }: { children: ReactNode }) {
  return <div className={css.fields}>{children}</div>;
}

export function PublicActions({ children }: { children: ReactNode }) {
  return <div className={css.acts}>{children}</div>;
}
