/**
 * The inner order of every form: check on leaving a field, then on each change; submit; server errors under their
 * field.
 */
import { useForm } from '@mantine/form';
import { useLocation, useRouterState } from '@tanstack/react-router';
import { useCallback, useId, useRef, useState, type FocusEvent, type ReactNode } from 'react';
import { Failure } from '../../api/failure.ts';
import { showProblem } from '../../api/show-problem.ts';
import { t, useText } from '../../i18n/text.ts';
import { isSame } from '../../session/drafts.ts';
import { dismissAttempt } from '../notices/notifications.ts';
import { afterPointer } from './after-pointer.ts';
import { reasonsOf } from './check.ts';
import { merged, type Conflict } from './conflict.ts';
import type { FormShell, FormSpec } from './form-shell.ts';
import { schemasOnTheirWay } from './later-schema.ts';
import { OptionalLabel } from './OptionalLabel.tsx';
import { ReasonMessage, ReasonText, type FieldReason } from './ReasonText.tsx';

/** Errors are kept as elements, so that they follow the language. */
const errorOf = (reason: FieldReason): ReactNode => <ReasonText reason={reason} />;

export function useFormShell<V extends Record<string, unknown>>(spec: FormSpec<V>): FormShell<V> {
  useText();
  const formId = useId();
  const fieldsOf = (values: V) => (typeof spec.fields === 'function' ? spec.fields(values) : spec.fields);
  // The same form again, after a reload too, is the same attempt.
  const attempted = `${useLocation().pathname} ${Object.keys(fieldsOf(spec.initial)).join(' ')}`;
  const [attempt, setAttempt] = useState(0);
  const [sending, setSending] = useState(false);
  const [saved, setSaved] = useState(false);
  // What was taken is not sent again while the page to which it leads is on its way.
  const isMoving = useRouterState({ select: ({ status }) => status === 'pending' });
  const busy = sending || (saved && isMoving);
  const [reasons, setReasons] = useState<Readonly<Record<string, FieldReason>>>({});
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const visibleReasons = useRef(reasons);
  // What the server refused in the last submit: it knows more than `check`.
  const refused = useRef<Partial<V>>({});
  const names = Object.keys(fieldsOf(spec.initial)) as (keyof V & string)[];
  const isTouched = useRef(false);
  /** Fields that are checked once more when the schema is there. */
  const unchecked = useRef(new Set<string>());

  const show = useCallback((next: Readonly<Record<string, FieldReason>>) => {
    visibleReasons.current = next;
    setReasons(next);
    // The summary comes back with the next failed submit only: it takes the focus, and nobody may lose it while typing.
    if (Object.keys(next).length === 0) setAttempt(0);
  }, []);
  const without = (name: string) =>
    Object.fromEntries(Object.entries(visibleReasons.current).filter(([field]) => field !== name));
  const isStillRefused = (name: string, values: V) =>
    Object.hasOwn(refused.current, name) && refused.current[name] === values[name];
  const recheck = (name: string, values: V) => {
    const reason = reasonsOf(spec.check, values)[name];
    // Left before it could be checked: once more, with what stands there then.
    const wait = schemasOnTheirWay();
    if (wait && !unchecked.current.has(name)) {
      unchecked.current.add(name);
      void wait.then(() => {
        recheck(name, form.getValues());
        unchecked.current.delete(name);
      });
    }
    if (!reason && visibleReasons.current[name] && isStillRefused(name, values)) return;
    show(reason ? { ...without(name), [name]: reason } : without(name));
  };

  const form = useForm<V>({
    initialValues: spec.initial,
    onValuesChange: (values, before) => {
      setSaved(false);
      // Only what already is wrong is checked while typing; the partner of a repeated value with it.
      const touched = names.some((name) => values[name] !== before[name]);
      // Fetches what checks it, before the first field is left.
      if (touched && !isTouched.current) reasonsOf(spec.check, values);
      isTouched.current ||= touched;
      if (touched) for (const name of names) if (visibleReasons.current[name]) recheck(name, values);
    },
  });

  async function submit(): Promise<void> {
    if (busy) return;
    dismissAttempt(attempted);
    refused.current = {};
    let wrong = reasonsOf(spec.check, form.getValues());
    const wait = schemasOnTheirWay();
    if (wait) {
      setSending(true);
      await wait;
      setSending(false);
      wrong = reasonsOf(spec.check, form.getValues());
    }
    show(wrong);
    if (Object.keys(wrong).length > 0) return setAttempt((count) => count + 1);
    setSending(true);
    try {
      const sent = form.getValues();
      await spec.submit(sent);
      takeAsSaved(sent);
      setConflict(null);
    } catch (thrown) {
      if (spec.reread && thrown instanceof Failure && thrown.status === 'CHANGED_MEANWHILE')
        return await takeIn(thrown, spec.reread);
      const notFound =
        thrown instanceof Failure && thrown.httpStatus === 404 && Object.keys(thrown.fields).length === 0;
      if (notFound && (await spec.isMissing?.())) return;
      const own = (field: string): string => spec.serverFields?.[field] ?? field;
      const knownFields = {
        fields: [...names, ...Object.keys(spec.serverFields ?? {})],
        showField: (field: string, problem: FieldReason) => {
          refused.current = { ...refused.current, [own(field)]: form.getValues()[own(field)] };
          show({ ...visibleReasons.current, [own(field)]: problem });
        },
      };
      showProblem(thrown, knownFields, attempted);
      if (Object.keys(visibleReasons.current).length > 0) setAttempt((count) => count + 1);
    } finally {
      setSending(false);
    }
  }

  /** What was typed while it was sent is not saved. A secret that was sent may have been taken off the page. */
  function takeAsSaved(sent: V): void {
    const now = form.getValues();
    const isTyped = names.some((name) => fieldsOf(now)[name].secret !== true && !isSame(now[name], sent[name]));
    if (isTyped) return form.resetDirty(sent);
    setSaved(true);
    form.resetDirty();
  }

  /** Takes what somebody else saved into the form, and says what it was. */
  async function takeIn({ params }: Failure, reread: () => Promise<V>): Promise<void> {
    try {
      const theirs = await reread();
      const { values, changes } = merged(names, { base: form.getInitialValues(), mine: form.getValues(), theirs });
      form.setInitialValues(theirs);
      form.setValues(values);
      setConflict({ by: String(params['by'] ?? ''), at: String(params['at'] ?? ''), changes });
    } catch (thrown) {
      showProblem(thrown, undefined, attempted);
    }
  }

  const fields = fieldsOf(form.values);
  const idOf = (name: string) => `${formId}-${name}`;
  const shared = (name: keyof V & string, help?: ReactNode, { ticked = false } = {}) => {
    const { label, optional } = fields[name];
    const reason = reasons[name];
    return {
      id: idOf(name),
      name,
      // What is on or off always has a value: nothing of it is left out.
      label: optional && !ticked ? <OptionalLabel>{t(label)}</OptionalLabel> : t(label),
      error: reason ? errorOf(reason) : null,
      // Not every Mantine input says it by itself.
      'aria-invalid': reason ? true : undefined,
      description: reason ? null : help,
      onBlur: (event?: FocusEvent<Element>) => {
        // From one box of a group to the next: the group is not left.
        if (event?.currentTarget.contains(event.relatedTarget)) return;
        afterPointer(() => recheck(name, form.getValues()));
      },
    };
  };

  return {
    form,
    values: form.values,
    field: (name, help) => {
      const { value, onChange } = form.getInputProps(name);
      return { ...shared(name, help), value, onChange };
    },
    checkbox: (name, help) => {
      const { checked, onChange } = form.getInputProps(name, { type: 'checkbox' });
      return { ...shared(name, help, { ticked: true }), checked: checked === true, onChange };
    },
    recheck: (name) => recheck(name, form.getValues()),
    onSubmit: (event) => {
      event?.preventDefault();
      void submit();
    },
    busy,
    dirty: form.isDirty() && !saved,
    isNew: spec.edits === false,
    conflict,
    names,
    secrets: new Set(names.filter((name) => fields[name].secret)),
    labelOf: (name) => fields[name as keyof V & string].label,
    attempt,
    summary: names.flatMap((name) =>
      reasons[name]
        ? [{ id: idOf(name), label: t(fields[name].label), error: <ReasonMessage reason={reasons[name]} /> }]
        : [],
    ),
  };
}
