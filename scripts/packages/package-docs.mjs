import { posix } from 'node:path';

/** The package that brings the guides for teams with remotes, and the guides. */
const guidePackage = 'console-sdk';
export const guides = ['docs/remotes.md', 'docs/extensions.md', 'docs/translations.md', 'docs/releases.md'];

/**
 * Where a file of this repository is once the packages are installed, relative to the folder of all of them; undefined if it
 * is in none.
 * @param {string} file relative to the repository
 * @param {readonly string[]} folders of the published packages, such as `libs/ui-kit`
 */
function installedPath(file, folders) {
  if (guides.includes(file)) return `${guidePackage}/${file}`;
  const folder = folders.find((one) => file.startsWith(`${one}/`));
  const inFolder = file.slice(folder?.length);
  if (folder === undefined || !/^\/(README\.md|src\/.+\.tsx?)$/.test(inFolder)) return undefined;
  return `${posix.basename(folder)}${inFolder.replace(/(?<!\.d)\.tsx?$/, '.d.ts')}`;
}

/**
 * A README or a guide as it is in a package: a link leads to where its target is installed. Of a target that is in no package,
 * the words of the link stay.
 * @param {string} text
 * @param {string} file of the text, relative to the repository
 * @param {readonly string[]} folders of the published packages
 */
export function packagedText(text, file, folders) {
  const home = posix.dirname(installedPath(file, folders));
  return text.replace(/\[([^\]]*)\]\(([^)\s#:]+)(#[^)\s]*)?\)/g, (_link, words, target, anchor = '') => {
    const installed = installedPath(posix.join(posix.dirname(file), target), folders);
    return installed === undefined ? words : `[${words}](${posix.relative(home, installed)}${anchor})`;
  });
}
