/** In place of a record's form: why this person can't edit this one. */
import type { ReactNode } from 'react';
import { ReasonMessage, type FieldReason } from '../form/ReasonText.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import css from './refused.module.css';

type Props = {
  name: string;
  reason: FieldReason;
  /** What the person may do instead. */
  actions?: ReactNode;
};

export function Refused({ name, reason, actions }: Props) {
  return (
    <>
      <PageTitle title={name} actions={actions} />
      <div className={css.refused}>
        <Banner tone="info">
          <ReasonMessage reason={reason} />
        </Banner>
      </div>
    </>
  );
}
