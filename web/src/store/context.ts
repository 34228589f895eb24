/** The table of the page, for every part of it. */
import { getContext, setContext } from 'svelte';
import type { Table } from './table.svelte';

const KEY = Symbol('table');

export const provideTable = (table: Table): void => void setContext(KEY, table);
export const useTable = (): Table => getContext<Table>(KEY);
