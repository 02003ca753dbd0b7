/** In place of a record's form: why this person can't edit this one. */
import { ReasonMessage, type FieldReason } from '../form/ReasonText.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import css from './refused.module.css';

export function Refused({ name, reason }: { name: string; reason: FieldReason }) {
  return (
    <>
      <PageTitle title={name} />
      <div className={css.refused}>
        <Banner tone="info">
          <ReasonMessage reason={reason} />
        </Banner>
      </div>
    </>
  );
}
