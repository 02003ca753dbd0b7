/** The page that edits a record: read anew, named in the crumbs, handed to its form. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient, readAnew, type Reading } from '../../api/query.ts';
import { LoadedPage } from '../form/LoadedPage.tsx';
import { useCrumbName, useParentCrumbName } from '../navigation/crumbs.ts';
import { useEdit, type EditSource, type EditSpec } from './use-edit.ts';

type Props<R, V extends Record<string, unknown>> = Omit<EditSpec<R, V>, 'record' | 'read' | 'isMissing' | 'back'> & {
  /** Where saving and cancelling lead. */
  back: string | ((record: R) => string);
  /** Where the record is read: queryOf(…). */
  read: Reading<R>;
  /** The record's name, and the crumb that bears it: that of this page, of the one above, or neither. */
  name: (record: R) => string;
  crumb: 'own' | 'parent' | 'none';
  /** What the crumb above bears where this page's own has the record's name. */
  parent?: (record: R) => string;
  /** Shown in place of the form where this person can't edit this record; null where they can. */
  refusal?: (record: R) => ReactNode;
  children: (form: EditSource<R, V>, record: R) => ReactNode;
};

export function EditPage<R, V extends Record<string, unknown>>({
  read,
  name,
  crumb,
  parent,
  refusal,
  back,
  children,
  ...spec
}: Props<R, V>) {
  const query = useQuery(readAnew(read));
  const called = query.data === undefined ? undefined : name(query.data);
  useCrumbName(crumb === 'own' ? called : undefined);
  useParentCrumbName(crumb === 'parent' ? called : query.data && parent?.(query.data));
  return (
    <LoadedPage query={query}>
      {(record) =>
        refusal?.(record) || (
          <Editing
            {...spec}
            record={record}
            back={typeof back === 'string' ? back : back(record)}
            read={() => queryClient.fetchQuery({ ...read, staleTime: 0 })}
            isMissing={async () => (await query.refetch()).error?.httpStatus === 404}
          >
            {children}
          </Editing>
        )
      }
    </LoadedPage>
  );
}

function Editing<R, V extends Record<string, unknown>>({
  children,
  ...spec
}: EditSpec<R, V> & Pick<Props<R, V>, 'children'>) {
  return children(useEdit(spec), spec.record);
}
