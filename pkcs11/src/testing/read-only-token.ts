/**
 * Imported by the process of a module before all else (`node --import`). It makes a token of one that can't be written
 * to: it opens no session that may.
 */
import koffi from 'koffi';
import { CKF } from '../standard.ts';

const CKR_TOKEN_WRITE_PROTECTED = 0xe2;
const call = koffi.call.bind(koffi);

koffi.call = (pointer, type, ...args: unknown[]): unknown => {
  const [, flags, application, notify] = args;
  // No other function takes nothing in its third and fourth place.
  const isOpening = args.length === 5 && application === null && notify === null;
  return isOpening && (Number(flags) & CKF.RW_SESSION) !== 0
    ? CKR_TOKEN_WRITE_PROTECTED
    : (call(pointer, type, ...args) as unknown);
};
