/** Draws a picture with few colours: those of a page are many only where letters and curves are smoothed. */
import { readPng, writePng, type Pixels } from './png.ts';

/** Colours, as numbers 0xrrggbb, with how often each occurs. */
type Box = [colour: number, times: number][];

const channel = (colour: number, shift: number): number => (colour >> shift) & 255;

function counted({ rgb }: Pixels): Box {
  const times = new Map<number, number>();
  for (let at = 0; at < rgb.length; at += 3) {
    const colour = ((rgb[at] ?? 0) << 16) | ((rgb[at + 1] ?? 0) << 8) | (rgb[at + 2] ?? 0);
    times.set(colour, (times.get(colour) ?? 0) + 1);
  }
  return [...times];
}

/** The channel in which the colours of a box lie furthest apart, and how far, the frequent ones weighing more. */
function widest(box: Box): { shift: number; spread: number } {
  const total = box.reduce((sum, [, times]) => sum + times, 0);
  const spreads = [16, 8, 0].map((shift) => {
    const mean = box.reduce((sum, [colour, times]) => sum + channel(colour, shift) * times, 0) / total;
    const spread = box.reduce((sum, [colour, times]) => sum + times * (channel(colour, shift) - mean) ** 2, 0);
    return { shift, spread, mean };
  });
  return spreads.reduce((most, one) => (one.spread > most.spread ? one : most));
}

/** Cuts a box in two where its colours lie furthest apart, at their mean. */
function cut(box: Box, shift: number): [Box, Box] {
  const total = box.reduce((sum, [, times]) => sum + times, 0);
  const mean = box.reduce((sum, [colour, times]) => sum + channel(colour, shift) * times, 0) / total;
  return [
    box.filter(([colour]) => channel(colour, shift) <= mean),
    box.filter(([colour]) => channel(colour, shift) > mean),
  ];
}

/** The colour of a box: the one that occurs most, so that paper stays white and a line as thin as it was. */
const chief = (box: Box): number => box.reduce((most, one) => (one[1] > most[1] ? one : most))[0];

/** A screenshot drawn anew with at most `colours` colours. */
export function withPalette(png: Buffer, colours = 256): Buffer {
  const pixels = readPng(png);
  const boxes = [counted(pixels)].map((box) => ({ box, ...widest(box) }));
  while (boxes.length < colours) {
    const next = boxes.reduce((most, one) => (one.spread > most.spread ? one : most));
    if (next.spread === 0) break;
    const parts = cut(next.box, next.shift).map((box) => ({ box, ...widest(box) }));
    boxes.splice(boxes.indexOf(next), 1, ...parts);
  }
  const numberOf = new Map(boxes.flatMap(({ box }, number) => box.map(([colour]) => [colour, number] as const)));
  const palette = Uint8Array.from(boxes.flatMap(({ box }) => [16, 8, 0].map((shift) => channel(chief(box), shift))));
  const { width, height, rgb } = pixels;
  const numbers = Uint8Array.from({ length: width * height }, (_, at) => {
    const colour = ((rgb[at * 3] ?? 0) << 16) | ((rgb[at * 3 + 1] ?? 0) << 8) | (rgb[at * 3 + 2] ?? 0);
    return numberOf.get(colour) ?? 0;
  });
  return writePng(width, height, palette, numbers);
}
