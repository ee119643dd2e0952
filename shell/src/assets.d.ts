/** An image, which the bundler copies out and answers with its URL. */
declare module '*.svg' {
  const url: string;
  export default url;
}
