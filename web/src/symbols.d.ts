declare module 'virtual:milsymbols' {
  const symbols: Record<string, string[]>;
  export default symbols;
}
