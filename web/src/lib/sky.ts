/** The icon of weather that the server names; without a name there is none. */
import type { Status } from './types';

export const SKY: Record<NonNullable<Status['sky']>, string> = { '': '', clear: 'sun', mud: 'mud', frost: 'frost', snow: 'snow' };
