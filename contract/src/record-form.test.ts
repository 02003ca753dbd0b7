import { expect, test } from 'vitest';
import { createBody, editBody, emptyForm, formFields, formValues } from './record-form.ts';
import { columns } from './record.ts';

const LEASE = columns({
  id: { type: 'id' },
  title: { type: 'text', format: 'line', max: 10, input: 'required', label: 'lease.title' },
  phone: { type: 'text', format: 'phone', from: 'default', input: 'optional', label: 'lease.phone' },
  comment: { type: 'text', nullable: true, input: 'optional', label: 'lease.comment' },
  starts: { type: 'day', input: 'required', fixed: true, label: 'lease.starts' },
  ends: { type: 'day', nullable: true, input: 'optional', label: 'lease.ends' },
  rooms: { type: 'integer', input: 'required', label: 'lease.rooms' },
  furnished: { type: 'boolean', from: 'default', input: 'optional', label: 'lease.furnished' },
  tenants: { type: 'texts', max: 5, maxItems: 2, input: 'optional', label: 'lease.tenants' },
});
const READ = {
  title: 'Mill',
  phone: '+4930',
  comment: null,
  starts: '2026-01-02',
  ends: null,
  rooms: 3,
  furnished: true,
  tenants: ['Ada'],
};

test('a form holds what people fill in, none as empty and numbers as texts', () => {
  expect(formValues(LEASE, READ)).toEqual({ ...READ, comment: '', ends: '', rooms: '3' });
  expect(emptyForm(LEASE)).toEqual({
    title: '',
    phone: '',
    comment: '',
    starts: '',
    ends: '',
    rooms: '',
    furnished: false,
    tenants: [],
  });
});

test('what is sent is the record again; what stays is sent once', () => {
  expect(createBody(LEASE, formValues(LEASE, READ))).toEqual(READ);
  const { starts: _, ...edited } = READ;
  expect(editBody(LEASE, formValues(LEASE, READ))).toEqual(edited);
});

test('a phone number is sent as it is kept, and what is no number as it was typed', () => {
  const typed = { ...formValues(LEASE, READ), phone: '+49 (30) 1-2', rooms: 'three', comment: 'by the river' };
  expect(createBody(LEASE, typed)).toMatchObject({ phone: '+493012', rooms: 'three', comment: 'by the river' });
});

test('each field has its label, and says whether it may stay empty', () => {
  expect(formFields(LEASE)).toMatchObject({
    title: { label: 'lease.title', optional: false },
    ends: { label: 'lease.ends', optional: true },
  });
});
