const EXPORTED = /^export (?:async )?(?:const|function|class|type|interface|enum) (\w+)/gm

/**
 * Returns a message for every name that two files of `src` export. A search for a name should find only one
 * declaration. Index files don't count, because they re-export.
 */
export function exportedTwice(texts: ReadonlyMap<string, string>): string[] {
  const homes = new Map<string, Set<string>>()
  for (const [file, text] of texts) {
    if (!file.startsWith('src/')) continue
    for (const [, name = ''] of text.matchAll(EXPORTED)) homes.set(name, (homes.get(name) ?? new Set()).add(file))
  }
  return [...homes]
    .filter(([, files]) => files.size > 1)
    .map(([name, files]) => `${name} is exported by ${[...files].join(' and ')}: give each its own name`)
}
