/** The choices of a Radio.Group in a frame, each with a line of explanation below its words. */
import { Radio } from '@mantine/core';
import css from './explained-radios.module.css';

type Choice = { value: string; label: string; explanation: string; disabled?: boolean };

export function ExplainedRadios({ choices }: { choices: readonly Choice[] }) {
  return (
    <div className={`card ${css.choices}`}>
      {choices.map(({ value, label, explanation, disabled = false }) => (
        <Radio
          key={value}
          value={value}
          label={label}
          description={explanation}
          disabled={disabled}
          classNames={{ root: css.choice ?? '', description: css.explanation ?? '' }}
        />
      ))}
    </div>
  );
}
