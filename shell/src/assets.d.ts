/** An image file. The bundler emits it as an asset, and the import is its URL. */
declare module '*.svg' {
  const url: string;
  export default url;
}
