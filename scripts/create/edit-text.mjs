/** Inserts `text` right before the first match of `marker`. */
export const insertBefore = (marker, text) => (source) => {
  const at = source.search(marker);
  return at < 0 ? source : source.slice(0, at) + text + source.slice(at);
};

/** Inserts `text` right after the first match of `marker`. */
export const insertAfter = (marker, text) => (source) => {
  const match = marker.exec(source);
  const at = match ? match.index + match[0].length : -1;
  return at < 0 ? source : source.slice(0, at) + text + source.slice(at);
};

/** Makes one edit of several. It changes nothing if one of them does not. */
export const composeEdits =
  (...edits) =>
  (source) =>
    edits.reduce((text, edit) => {
      const next = text === null ? null : edit(text);
      return next === text ? null : next;
    }, source) ?? source;
