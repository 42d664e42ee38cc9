/** Returns the English plural of the name of an object, such as `series` or `category`. */
export const pluralOf = (noun: string) =>
  noun.endsWith('s') ? noun : /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`
