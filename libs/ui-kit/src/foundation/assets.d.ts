/** A font file. The bundler emits it as an asset, and the import is its URL. */
declare module '*.woff2' {
  const url: string;
  export default url;
}
