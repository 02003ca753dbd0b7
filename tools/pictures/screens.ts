/** Which screens are asked for, and how their pictures are called. */
import { VISITS } from '../../e2e/visits.ts';
import type { Visit } from '../../e2e/visits/visit.ts';
import { viewsOf, type View } from './camera.ts';
import type { Sheet } from './contact-sheet.ts';

/** The visits of the arguments, in the order of the list. Throws on a name that nobody has. */
export function chosen(args: readonly string[]): readonly Visit[] {
  if (args.length === 0) return VISITS;
  const [flag, list, ...rest] = args;
  if (flag !== '--only' || list === undefined || rest.length > 0)
    throw new Error('Usage: npm run pictures [-- --only <name>,… | --documents]');
  const names = list.split(',');
  const unknown = names.find((name) => !VISITS.some((visit) => visit.name === name));
  if (unknown !== undefined)
    throw new Error(`No visit is called ${unknown}; there are ${VISITS.map((visit) => visit.name).join(', ')}.`);
  return VISITS.filter((visit) => names.includes(visit.name));
}

/** The file of a screen in one view. */
export const fileOf = ({ name }: Visit, view: View): string => `${name}${view.suffix}.png`;

/** A screen as the contact sheet shows it. */
export function sheetOf(visit: Visit): Sheet {
  return {
    name: visit.name,
    route: visit.route,
    who: visit.as === null ? 'nobody signed in' : `as ${visit.as}`,
    pictures: viewsOf(visit).map((view) => ({ file: fileOf(visit, view), label: view.label })),
  };
}
