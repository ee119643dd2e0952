/** A font file, which the bundler copies out and answers with its URL. */
declare module '*.woff2' {
  const url: string;
  export default url;
}
