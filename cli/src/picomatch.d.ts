declare module 'picomatch' {
  export default function picomatch(
    pattern: string,
    options: { readonly dot?: boolean; readonly basename?: boolean },
  ): (path: string) => boolean;
}
