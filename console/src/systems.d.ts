declare module 'virtual:systems' {
  const rows: readonly (readonly [code: number, isHeight: 0 | 1, name: string, area: string, unit: string])[];
  export default rows;
}
