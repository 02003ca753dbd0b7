/** The fields of an authority that takes the place of another. */
import type { Reason } from '@signet/contract/problem';
import type { ReactNode } from 'react';
import { FormPage } from '../../shell/form/FormPage.tsx';
import { useFormFoot, type FormSource } from '../../shell/form/form-source.ts';
import { useFormShell } from '../../shell/form/use-form-shell.tsx';
import css from './authorities.module.css';
import { NameFields, NAMES, type AuthorityNames } from './NameFields.tsx';

type Props = {
  title: string;
  form: FormSource<AuthorityNames>;
  check: (values: AuthorityNames) => Record<string, Reason | null>;
  /** What follows from it. */
  children: ReactNode;
};

export function RenewalForm({ title, form, check, children }: Props) {
  const shell = useFormShell<AuthorityNames>({ fields: NAMES, check, ...form });
  return (
    <FormPage title={title} shell={shell} {...useFormFoot(form, shell)} displayValue={(_name, value) => String(value)}>
      <div className={css.follows}>{children}</div>
      <NameFields field={shell.field} />
    </FormPage>
  );
}
