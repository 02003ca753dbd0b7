/** A button for what can't be done now. The keyboard stops on it, so that its reason is read out; a tap shows it. */
import { Button, type ButtonProps } from '@mantine/core';
import { useId } from 'react';
import { problemText } from '../../api/show-problem.ts';
import { useTip } from '../../ui/Tip.tsx';
import type { FieldReason } from '../form/ReasonText.tsx';

/** `whyNot`: a reason of the rules, or a text in the language of the moment. */
type Props = Pick<ButtonProps, 'leftSection' | 'children'> & { whyNot: FieldReason | string };

export function RefusedButton({ whyNot, ...button }: Props) {
  const id = useId();
  const reason = typeof whyNot === 'string' ? whyNot : problemText({ message: '', ...whyNot });
  const { handlers, show, tip } = useTip(reason);
  return (
    <>
      <Button
        {...button}
        {...handlers}
        onClick={(event) => show(event.currentTarget)}
        aria-disabled
        data-disabled
        aria-describedby={id}
      />
      <span id={id} className="vh">
        {reason}
      </span>
      {tip}
    </>
  );
}
